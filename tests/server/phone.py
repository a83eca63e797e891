"""A phone without a network: requests go straight into the application."""

import asyncio
from collections.abc import AsyncIterator

import httpx
from fastapi import FastAPI


class Phone:
    """Sends one request after another, each in an event loop of its own, and keeps its cookies."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.cookies = httpx.Cookies()

    def get(self, path: str) -> httpx.Response:
        return asyncio.run(self.send("GET", path))

    def post(
        self,
        path: str,
        json: object = None,
        content: bytes | AsyncIterator[bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        return asyncio.run(self.send("POST", path, json=json, content=content, headers=headers))

    def ask(self, method: str, path: str, json: object = None) -> httpx.Response:
        return asyncio.run(self.send(method, path, json=json))

    async def send(
        self,
        method: str,
        path: str,
        json: object = None,
        content: bytes | AsyncIterator[bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://table", cookies=self.cookies
        ) as client:
            answer = await client.request(method, path, json=json, content=content, headers=headers)
            self.cookies = client.cookies
            return answer
