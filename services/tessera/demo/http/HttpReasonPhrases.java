package tessera.demo.http;

import java.util.Map;

/** The reason phrases of status codes. */
final class HttpReasonPhrases {

    private static final Map<Integer, String> PHRASES = Map.ofEntries(Map.entry(101, "Switching Protocols"),
            Map.entry(200, "OK"), Map.entry(201, "Created"), Map.entry(202, "Accepted"), Map.entry(204, "No Content"),
            Map.entry(304, "Not Modified"), Map.entry(400, "Bad Request"), Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"), Map.entry(404, "Not Found"), Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"), Map.entry(409, "Conflict"), Map.entry(410, "Gone"),
            Map.entry(413, "Request Entity Too Large"), Map.entry(415, "Unsupported Media Type"),
            Map.entry(422, "Unprocessable Entity"), Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"), Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"), Map.entry(502, "Bad Gateway"), Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"), Map.entry(505, "HTTP Version Not Supported"));

    private HttpReasonPhrases() {}

    static String phraseOf(int status) {
        return PHRASES.getOrDefault(status, "Status " + status);
    }
}
