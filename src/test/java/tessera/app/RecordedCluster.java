package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import tessera.app.Program.Outcome;

/**
 * An API server on loopback that serves the objects of a file as they were recorded in a cluster of somebody else, with the
 * answers of exporters and the logs of containers. It grants everything and changes nothing: what is sent to it is noted
 * and answered as a dry run would be.
 *
 * <p>A file holds documents: objects; {@code kind: Recording} with {@code version}, {@code metrics} by pod, {@code logs} by
 * {@code pod/container}, the plurals that are {@code forbidden}, with {@code of all} where that is so across namespaces only, with {@code in} and a namespace where it is so there; {@code kind: RecordedKind} with {@code of}, {@code group}, {@code version}, {@code plural},
 * {@code namespaced} for custom kinds. What was created {@code now} is new.
 */
final class RecordedCluster implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern COLLECTION = Pattern
            .compile("/(?:api|apis/(?<group>[^/]+))/(?<version>v[^/]+)(?:/namespaces/(?<namespace>[^/]+))?"
                    + "/(?<plural>[^/]+)(?:/(?<name>[^/]+)(?:/(?<sub>.+))?)?");
    private static final String BUILT_IN = """
            /v1 Node nodes - Pod pods n Event events n Namespace namespaces - ConfigMap configmaps n Service services n
            Secret secrets n ServiceAccount serviceaccounts n PersistentVolumeClaim persistentvolumeclaims n
            PersistentVolume persistentvolumes - ResourceQuota resourcequotas n LimitRange limitranges n
            Endpoints endpoints n ReplicationController replicationcontrollers n
            apps/v1 DaemonSet daemonsets n Deployment deployments n ReplicaSet replicasets n StatefulSet statefulsets n
            batch/v1 Job jobs n CronJob cronjobs n
            node.k8s.io/v1 RuntimeClass runtimeclasses -
            scheduling.k8s.io/v1 PriorityClass priorityclasses -
            policy/v1 PodDisruptionBudget poddisruptionbudgets n
            apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions -
            resource.k8s.io/v1 ResourceSlice resourceslices - ResourceClaim resourceclaims n
            ResourceClaimTemplate resourceclaimtemplates n DeviceClass deviceclasses -
            nvidia.com/v1 ClusterPolicy clusterpolicies - NVIDIADriver nvidiadrivers -
            storage.k8s.io/v1 StorageClass storageclasses -
            rbac.authorization.k8s.io/v1 ClusterRole clusterroles - ClusterRoleBinding clusterrolebindings -
            Role roles n RoleBinding rolebindings n
            """;

    private final HttpServer server;
    private final Path kubeconfig;
    private final Map<String, Served> kinds = new LinkedHashMap<>();
    private final List<ObjectNode> objects = new ArrayList<>();
    private final ObjectNode recording = JSON.createObjectNode();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private record Served(String group, String version, String kind, String plural, boolean namespaced) {

        String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    private RecordedCluster(List<Path> files, Path folder) throws IOException {
        builtIn();
        for (var file : files) {
            try (var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
                while (documents.hasNext()) {
                    if (documents.next() instanceof ObjectNode document) {
                        take(document);
                    }
                }
            }
        }
        complete();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        kubeconfig = Files.writeString(Files.createTempFile(folder, "recorded", ".kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: recorded, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: viewer, user: {token: x}}]
                contexts: [{name: recorded, context: {cluster: recorded, user: viewer, namespace: default}}]
                current-context: recorded
                """.formatted(server.getAddress().getPort()));
    }

    /**
     * Serves a file of the test resources.
     *
     * @param name   of {@code clusters/NAME.yaml}
     * @param folder for the kubeconfig
     */
    static RecordedCluster serve(String name, Path folder) throws IOException {
        return serve(List.of(Path.of("src/test/resources/clusters", name + ".yaml")), folder);
    }

    /** Serves files together. */
    static RecordedCluster serve(List<Path> files, Path folder) throws IOException {
        return new RecordedCluster(files, folder);
    }

    String kubeconfig() {
        return kubeconfig.toString();
    }

    /** Returns what was asked, as {@code METHOD path?query}, in order of arrival. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Runs a command of the program on it. */
    Outcome run(String... words) {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("--kubeconfig", kubeconfig()));
        var home = Objects.requireNonNull(kubeconfig.toAbsolutePath().getParent());
        return new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString())
                .run(command.toArray(String[]::new));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void builtIn() {
        var words = BUILT_IN.strip().split("\\s+", -1);
        var group = "";
        var version = "";
        for (int i = 0; i < words.length;) {
            int slash = words[i].indexOf('/');
            if (slash >= 0) {
                group = words[i].substring(0, slash);
                version = words[i].substring(slash + 1);
                i++;
            } else {
                kinds.put(words[i], new Served(group, version, words[i], words[i + 1], words[i + 2].equals("n")));
                i += 3;
            }
        }
    }

    private void take(ObjectNode document) {
        switch (document.path("kind").asText()) {
            case "Recording" -> document.properties().forEach(entry -> {
                if (entry.getValue() instanceof ObjectNode more
                        && recording.get(entry.getKey()) instanceof ObjectNode known) {
                    known.setAll(more);
                } else {
                    recording.set(entry.getKey(), entry.getValue());
                }
            });
            case "RecordedKind" -> kinds.put(document.path("of").asText(),
                    new Served(document.path("group").asText(), document.path("version").asText("v1"),
                            document.path("of").asText(), document.path("plural").asText(),
                            document.path("namespaced").asBoolean()));
            case "List" -> document.path("items").forEach(item -> take((ObjectNode) item));
            default -> objects.add(document);
        }
    }

    /** Adds what a server adds to every object, and the namespaces that are named. */
    private void complete() {
        var namespaces = new ArrayList<>(List.of("default", "kube-system"));
        objects.stream().map(object -> object.at("/metadata/namespace").asText()).filter(name -> !name.isEmpty())
                .forEach(namespaces::add);
        var known = objects.stream().filter(object -> object.path("kind").asText().equals("Namespace"))
                .map(object -> object.at("/metadata/name").asText()).toList();
        namespaces.stream().distinct().filter(name -> !known.contains(name))
                .forEach(name -> objects.add(JSON.createObjectNode().put("kind", "Namespace").set("metadata",
                        JSON.createObjectNode().put("name", name))));
        int number = 0;
        for (var object : objects) {
            var metadata = object.withObject("/metadata");
            putMissing(metadata, "uid", "00000000-0000-4000-8000-%012d".formatted(++number));
            putMissing(metadata, "resourceVersion", "1000");
            putMissing(metadata, "creationTimestamp", "2026-11-01T00:00:00Z");
            if (metadata.path("creationTimestamp").asText().equals("now")) {
                metadata.put("creationTimestamp", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
            }
            var kind = kinds.get(object.path("kind").asText());
            if (kind != null) {
                putMissing(object, "apiVersion", kind.apiVersion());
                if (kind.namespaced()) {
                    putMissing(metadata, "namespace", "default");
                }
            }
        }
        objects.stream().filter(object -> object.path("kind").asText().equals("Event")).forEach(this::completeEvent);
    }

    private void completeEvent(ObjectNode event) {
        var about = event.withObject("/involvedObject");
        putMissing(about, "apiVersion", "v1");
        objects.stream()
                .filter(object -> object.path("kind").equals(about.path("kind"))
                        && object.at("/metadata/name").equals(about.path("name"))
                        && object.at("/metadata/namespace").asText().equals(about.path("namespace").asText()))
                .findFirst().ifPresent(object -> about.set("uid", object.at("/metadata/uid")));
        putMissing(event, "lastTimestamp", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static void putMissing(ObjectNode object, String field, String value) {
        if (!object.has(field)) {
            object.put(field, value);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        var body = exchange.getRequestBody().readAllBytes();
        try {
            switch (exchange.getRequestMethod()) {
                case "GET" -> get(exchange, path);
                case "POST" -> post(exchange, path, body);
                case "PATCH", "PUT" -> patch(exchange, path, body);
                case "DELETE" ->
                    send(exchange, 200, JSON.createObjectNode().put("kind", "Status").put("status", "Success"));
                default -> refuse(exchange, 405, "MethodNotAllowed", "not here");
            }
        } finally {
            exchange.close();
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/version" -> {
                var version = recording.path("version").asText("v1.34.2");
                send(exchange, 200, JSON.createObjectNode().put("major", "1").put("minor", version.split("\\.", -1)[1])
                        .put("gitVersion", version).put("platform", "linux/amd64"));
            }
            case "/healthz", "/livez", "/readyz" -> send(exchange, 200, "text/plain", "ok");
            case "/api" -> send(exchange, 200, JSON.createObjectNode().put("kind", "APIVersions").set("versions",
                    JSON.createArrayNode().add("v1")));
            case "/apis" -> send(exchange, 200, groups());
            default -> getUnder(exchange, path);
        }
    }

    private void getUnder(HttpExchange exchange, String path) throws IOException {
        var group = Pattern.compile("/api/v1|/apis/([^/]+)/([^/]+)").matcher(path);
        if (group.matches()) {
            var resources = resources(path.startsWith("/api/") ? "" : group.group(1),
                    path.startsWith("/api/") ? "v1" : group.group(2));
            if (resources.isPresent()) {
                send(exchange, 200, resources.get());
            } else {
                notFound(exchange);
            }
            return;
        }
        var place = COLLECTION
                .matcher(path.replaceFirst("^/api/v1/namespaces/([^/]+)$", "/api/v1/namespaces/-/namespaces/$1"));
        if (!place.matches()) {
            notFound(exchange);
            return;
        }
        var sub = Optional.ofNullable(place.group("sub")).orElse("");
        var name = Optional.ofNullable(place.group("name")).orElse("");
        if (sub.equals("log") && isForbidden("pods/log")) {
            forbid(exchange, "pods", "pods/log", "", Optional.ofNullable(place.group("namespace")).orElse(""), name);
        } else if (sub.equals("log")) {
            send(exchange, 200, "text/plain", log(name, exchange));
        } else if (sub.startsWith("proxy")) {
            metrics(exchange, name, sub);
        } else {
            collection(exchange, kind(place.group("group"), place.group("version"), place.group("plural")),
                    Optional.ofNullable(place.group("namespace")).filter(it -> !it.equals("-")).orElse(""), name);
        }
    }

    private String log(String pod, HttpExchange exchange) {
        var query = query(exchange);
        var container = query.getOrDefault("container", "");
        var logs = recording.path("logs");
        var keys = new ArrayList<String>();
        if (query.getOrDefault("previous", "").equals("true")) {
            keys.add(pod + "/" + container + "/previous");
        }
        keys.addAll(List.of(pod + "/" + container, pod));
        return keys.stream().filter(logs::has).findFirst().map(key -> logs.get(key).asText()).orElse("");
    }

    private void metrics(HttpExchange exchange, String target, String sub) throws IOException {
        var parts = new ArrayList<>(List.of(target.split(":")));
        parts.removeAll(List.of("http", "https"));
        var text = recording.path("metrics").path(parts.getFirst());
        if (text.isMissingNode()) {
            refuse(exchange, 503, "ServiceUnavailable", "no endpoints available");
        } else if (sub.startsWith("proxy/metrics")) {
            send(exchange, 200, "text/plain; version=0.0.4", text.asText());
        } else {
            refuse(exchange, 404, "NotFound", "404 page not found");
        }
    }

    private boolean isForbidden(String resource) {
        return recording.path("forbidden").valueStream().anyMatch(plural -> plural.asText().equals(resource));
    }

    private void collection(HttpExchange exchange, Optional<Served> kind, String namespace, String name)
            throws IOException {
        if (kind.isEmpty()) {
            notFound(exchange);
            return;
        }
        var of = kind.get();
        if (isForbidden(of.plural()) || (namespace.isEmpty() && isForbidden(of.plural() + " of all"))
                || isForbidden(of.plural() + " in " + namespace)) {
            forbid(exchange, of.plural(), of.plural(), of.group(), namespace, name);
            return;
        }
        var items = objects.stream()
                .filter(object -> object.path("kind").asText().equals(of.kind())
                        && (namespace.isEmpty() || object.at("/metadata/namespace").asText().equals(namespace)))
                .toList();
        if (!name.isEmpty()) {
            var one = items.stream().filter(object -> object.at("/metadata/name").asText().equals(name)).findFirst();
            if (one.isPresent()) {
                send(exchange, 200, one.get());
            } else {
                refuse(exchange, 404, "NotFound", "%s \"%s\" not found".formatted(of.plural(), name));
            }
        } else if (List.of("1", "true").contains(query(exchange).getOrDefault("watch", ""))) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            hold();
        } else {
            var list = JSON.createObjectNode().put("kind", of.kind() + "List").put("apiVersion", of.apiVersion());
            list.putObject("metadata").put("resourceVersion", "1000");
            var array = list.putArray("items");
            items.stream().filter(new Selection(query(exchange))::admits).forEach(array::add);
            send(exchange, 200, list);
        }
    }

    /** Keeps a watch open in which nothing happens. */
    private void hold() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException _) {
            // The server was stopped.
        }
    }

    private void post(HttpExchange exchange, String path, byte[] body) throws IOException {
        var sent = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
        if (path.contains("accessreviews")) {
            ((ObjectNode) sent).putObject("status").put("allowed", true);
        } else if (path.contains("rulesreviews")) {
            var status = ((ObjectNode) sent).putObject("status").put("incomplete", false);
            var rule = status.putArray("resourceRules").addObject();
            List.of("verbs", "apiGroups", "resources").forEach(field -> rule.putArray(field).add("*"));
            status.putArray("nonResourceRules");
        } else if (path.endsWith("/eviction")) {
            sent = JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1").put("status", "Success");
        }
        send(exchange, 201, sent);
    }

    private void patch(HttpExchange exchange, String path, byte[] body) throws IOException {
        var place = COLLECTION.matcher(path);
        if (!place.matches()) {
            notFound(exchange);
            return;
        }
        var kind = kind(place.group("group"), place.group("version"), place.group("plural"));
        var known = objects.stream()
                .filter(object -> kind.isPresent() && object.path("kind").asText().equals(kind.get().kind())
                        && object.at("/metadata/name").asText().equals(place.group("name")))
                .findFirst();
        if (known.isEmpty()) {
            refuse(exchange, 404, "NotFound", place.group("name") + " not found");
            return;
        }
        var result = known.get().deepCopy();
        if (JSON.readTree(body) instanceof ObjectNode patch) {
            merge(result, patch);
        }
        send(exchange, 200, result);
    }

    private static void merge(ObjectNode target, ObjectNode patch) {
        patch.properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                target.remove(entry.getKey());
            } else if (entry.getValue() instanceof ObjectNode more
                    && target.get(entry.getKey()) instanceof ObjectNode known) {
                merge(known, more);
            } else {
                target.set(entry.getKey(), entry.getValue());
            }
        });
    }

    private Optional<Served> kind(String group, String version, String plural) {
        boolean events = "events.k8s.io".equals(group);
        var wanted = group == null || events ? "" : group;
        return kinds.values().stream().filter(kind -> kind.group().equals(wanted) && kind.plural().equals(plural)
                && (events || kind.version().equals(version))).findFirst();
    }

    private ObjectNode groups() {
        var list = JSON.createObjectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
        var groups = list.putArray("groups");
        kinds.values().stream().filter(kind -> !kind.group().isEmpty()).map(Served::apiVersion).distinct()
                .forEach(served -> {
                    int slash = served.indexOf('/');
                    var group = groups.addObject().put("name", served.substring(0, slash));
                    group.putArray("versions").addObject().put("groupVersion", served).put("version",
                            served.substring(slash + 1));
                    group.putObject("preferredVersion").put("groupVersion", served).put("version",
                            served.substring(slash + 1));
                });
        return list;
    }

    private Optional<ObjectNode> resources(String group, String version) {
        var of = kinds.values().stream().filter(kind -> kind.group().equals(group) && kind.version().equals(version))
                .toList();
        if (of.isEmpty()) {
            return Optional.empty();
        }
        var list = JSON.createObjectNode().put("kind", "APIResourceList").put("groupVersion",
                of.getFirst().apiVersion());
        var resources = list.putArray("resources");
        of.forEach(kind -> resource(resources, kind.plural(), kind.kind(), kind.namespaced(),
                List.of("get", "list", "watch", "create", "update", "patch", "delete")));
        if (group.isEmpty()) {
            resource(resources, "pods/log", "Pod", true, List.of("get"));
        }
        return Optional.of(list);
    }

    private static void resource(ArrayNode list, String name, String kind, boolean namespaced, List<String> verbs) {
        var resource = list.addObject().put("name", name).put("kind", kind).put("namespaced", namespaced)
                .put("singularName", kind.toLowerCase(java.util.Locale.ROOT));
        verbs.forEach(resource.putArray("verbs")::add);
    }

    /** Field and label selectors of equality, as they are asked of lists. */
    private record Selection(Map<String, String> query) {

        boolean admits(ObjectNode object) {
            return admits(object, query.getOrDefault("labelSelector", ""), "/metadata/labels/")
                    && admits(object, query.getOrDefault("fieldSelector", ""), "/");
        }

        private static boolean admits(ObjectNode object, String selector, String under) {
            for (var term : selector.split(",", -1)) {
                var sides = term.split("(!=|==|=)", 2);
                if (sides.length == 2 && !term.contains("(")) {
                    var value = under.equals("/") ? object.at("/" + sides[0].replace('.', '/')).asText()
                            : object.at("/metadata/labels").path(sides[0]).asText();
                    if (value.equals(sides[1]) == term.contains("!=")) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    private static Map<String, String> query(HttpExchange exchange) {
        var query = new LinkedHashMap<String, String>();
        var text = exchange.getRequestURI().getQuery();
        if (text != null) {
            for (var part : text.split("&", -1)) {
                int equals = part.indexOf('=');
                query.put(equals < 0 ? part : part.substring(0, equals), equals < 0 ? "" : part.substring(equals + 1));
            }
        }
        return query;
    }

    private static void forbid(HttpExchange exchange, String plural, String resource, String group, String namespace,
            String name) throws IOException {
        refuse(exchange, 403, "Forbidden",
                "%s%s is forbidden: User \"viewer\" cannot %s resource \"%s\" in API group \"%s\" %s".formatted(
                        plural + (group.isEmpty() ? "" : "." + group), name.isEmpty() ? "" : " \"%s\"".formatted(name),
                        name.isEmpty() ? "list" : "get", resource, group,
                        namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"%s\"".formatted(namespace)));
    }

    private static void notFound(HttpExchange exchange) throws IOException {
        refuse(exchange, 404, "NotFound", "the server could not find the requested resource");
    }

    private static void refuse(HttpExchange exchange, int code, String reason, String message) throws IOException {
        send(exchange, code, JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1")
                .put("status", "Failure").put("reason", reason).put("message", message).put("code", code));
    }

    private static void send(HttpExchange exchange, int code, JsonNode body) throws IOException {
        send(exchange, code, "application/json", JSON.writeValueAsString(body));
    }

    private static void send(HttpExchange exchange, int code, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
