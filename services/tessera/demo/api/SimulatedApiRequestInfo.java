package tessera.demo.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tessera.demo.http.IncomingHttpRequest;

/**
 * The meaning of a request path, before it is known whether the resource exists.
 *
 * @param verb       what is to be done, as access rules call it
 * @param path       as sent, without the query
 * @param resource   whether the path names a resource; if not, only verb and path count
 * @param group      empty for the core
 * @param plural     empty for the root of a group version
 * @param name       empty for a collection
 * @param proxyPath       what follows a proxy subresource, with its slash; empty if nothing does
 */
record SimulatedApiRequestInfo(String verb, String path, boolean resource, String group, String version,
        String namespace, String plural, String name, String subresource, String proxyPath) {

    /** Below a namespace, but still about the namespace itself. */
    private static final Set<String> NAMESPACE_PARTS = Set.of("status", "finalize");

    static SimulatedApiRequestInfo of(IncomingHttpRequest request) {
        var path = request.path();
        var parts = splitPath(path);
        int prefix = switch (parts.isEmpty() ? "" : parts.getFirst()) {
            case "api" -> 2;
            case "apis" -> 3;
            default -> Integer.MAX_VALUE;
        };
        if (parts.size() <= prefix) {
            var verb = request.method().toLowerCase(Locale.ROOT);
            return new SimulatedApiRequestInfo(verb, path, false, "", "", "", "", "", "", "");
        }
        var group = prefix == 2 ? "" : parts.get(1);
        var version = parts.get(prefix - 1);
        return fromResourcePath(request, group, version, parts.subList(prefix, parts.size()));
    }

    private static SimulatedApiRequestInfo fromResourcePath(IncomingHttpRequest request, String group, String version,
            List<String> parts) {
        var namespace = "";
        var tail = parts;
        if (tail.getFirst().equals("namespaces") && tail.size() > 1) {
            namespace = tail.get(1);
            if (tail.size() > 2 && !NAMESPACE_PARTS.contains(tail.get(2))) {
                tail = tail.subList(2, tail.size());
            }
        }
        var name = partAt(tail, 1);
        var subresource = partAt(tail, 2);
        String rest;
        if (subresource.equals("proxy")) {
            rest = proxiedPath(request.path());
        } else if (tail.size() > 3) {
            rest = "/" + partAt(tail, 3);
        } else {
            rest = "";
        }
        var verb = verbOf(request, name);
        return new SimulatedApiRequestInfo(verb, request.path(), true, group, version, namespace, tail.getFirst(), name,
                subresource, rest);
    }

    private static String verbOf(IncomingHttpRequest request, String name) {
        return switch (request.method()) {
            case "GET", "HEAD" -> {
                if (name.isEmpty() && request.query().isTrue("watch")) {
                    yield "watch";
                }
                yield name.isEmpty() ? "list" : "get";
            }
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
            default -> "";
        };
    }

    /** Returns the path behind {@code /proxy}, with escapes left as they are. */
    private static String proxiedPath(String path) {
        int proxy = path.indexOf("/proxy/");
        return proxy < 0 ? "" : path.substring(proxy + "/proxy".length());
    }

    private static String partAt(List<String> parts, int index) {
        return parts.size() > index ? parts.get(index) : "";
    }

    private static List<String> splitPath(String path) {
        var parts = new ArrayList<String>();
        for (var part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(decodePart(part));
            }
        }
        return parts;
    }

    private static String decodePart(String part) {
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part;
        }
    }
}
