package tessera.cluster.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A path of the Kubernetes API, split as the API server splits it.
 *
 * @param group       empty for the core
 * @param resource    e.g. {@code pods}; empty where the path only names a version
 * @param name        empty for a collection
 * @param subresource e.g. {@code status}; empty for the object itself
 * @param tail        what follows the subresource
 */
record ApiPath(String group, String resource, String name, String subresource, List<String> tail) {

    private static final Set<String> OF_NAMESPACES = Set.of("status", "finalize");

    /** Returns the path of a resource; empty when it is some other path. */
    static Optional<ApiPath> of(List<String> segments) {
        if (segments.size() >= 2 && segments.getFirst().equals("api")) {
            return Optional.of(resourcePath("", segments.subList(2, segments.size())));
        }
        if (segments.size() >= 3 && segments.getFirst().equals("apis")) {
            return Optional.of(resourcePath(segments.get(1), segments.subList(3, segments.size())));
        }
        return Optional.empty();
    }

    private static ApiPath resourcePath(String group, List<String> rest) {
        var parts = rest;
        if (!parts.isEmpty() && parts.getFirst().equals("watch")) {
            parts = parts.subList(1, parts.size());
        }
        if (!parts.isEmpty() && parts.getFirst().equals("proxy")) {
            return new ApiPath(group, "", "", "proxy", parts);
        }
        if (parts.size() > 2 && parts.getFirst().equals("namespaces") && !OF_NAMESPACES.contains(parts.get(2))) {
            parts = parts.subList(2, parts.size());
        }
        return new ApiPath(group, partAt(parts, 0), partAt(parts, 1), partAt(parts, 2),
                List.copyOf(parts.subList(Math.min(3, parts.size()), parts.size())));
    }

    private static String partAt(List<String> parts, int at) {
        return at < parts.size() ? parts.get(at) : "";
    }

    boolean isProxied() {
        return subresource.equals("proxy");
    }

    /**
     * Returns the decoded segments of a path; empty if servers may read it differently: empty or dotted segments, encoded slashes, bad escapes, parameters, control characters.
     */
    static Optional<List<String>> splitSegments(String encodedPath) {
        var path = encodedPath.endsWith("/") && encodedPath.length() > 1
                ? encodedPath.substring(0, encodedPath.length() - 1)
                : encodedPath;
        var segments = new ArrayList<String>();
        if (path.equals("/")) {
            return Optional.of(segments);
        }
        for (var raw : path.substring(1).split("/", -1)) {
            var segment = decodeSegment(raw);
            if (segment.isEmpty() || !isUnambiguous(segment.get())) {
                return Optional.empty();
            }
            segments.add(segment.get());
        }
        return Optional.of(segments);
    }

    private static boolean isUnambiguous(String segment) {
        return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..")
                && segment.chars().noneMatch(c -> c < ' ' || c == 0x7f || "/\\%;?#".indexOf(c) >= 0);
    }

    static Optional<String> decodeSegment(String raw) {
        var bytes = ByteBuffer.allocate(raw.length() * 3);
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '%') {
                bytes.put(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = hexDigit(raw, i + 1);
            int low = hexDigit(raw, i + 2);
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static int hexDigit(String raw, int at) {
        return at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
    }
}
