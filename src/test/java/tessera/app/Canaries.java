package tessera.app;

import java.util.List;

/** Secrets that must come out nowhere, as they come in: what programs and servers say when something goes wrong. */
public final class Canaries {

    /**
     * A secret.
     *
     * @param value what must not be seen
     * @param told  the words it comes in
     */
    public record Canary(String value, String told) {}

    static final String TOKEN = "canary-7f3a9c1e-token";
    static final String PASSWORD = "canary-pa55-9d21";
    static final String JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ";
    static final String KEY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCanary0Y2FuYXJ5";
    static final String SECRET = "Y2FuYXJ5LXNlY3JldC12YWx1ZS1vZi1hLVNlY3JldA==";

    public static final List<Canary> ALL = List.of(new Canary(TOKEN, "Authorization: Bearer " + TOKEN),
            new Canary(TOKEN, "{\"token\": \"" + TOKEN + "\"}"), new Canary(PASSWORD, "password=" + PASSWORD),
            new Canary(PASSWORD, "https://me:" + PASSWORD + "@proxy.example:3128"), new Canary(JWT, "sent " + JWT),
            new Canary(KEY, "-----BEGIN PRIVATE KEY-----\n" + KEY + "\n-----END PRIVATE KEY-----"),
            new Canary(KEY, "client-key-data: " + KEY), new Canary(SECRET, "data: {password: " + SECRET + "}"),
            new Canary(SECRET, "the value " + SECRET));

    private Canaries() {}
}
