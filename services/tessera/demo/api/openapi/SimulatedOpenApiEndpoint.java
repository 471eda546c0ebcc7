package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedResourceFieldSchemas;

/** The OpenAPI endpoint: index and documents of version 3, and an empty document of version 2. */
public final class SimulatedOpenApiEndpoint {

    private static final String TITLE = "Kubernetes";
    private static final String VERSION = "v1.36.2";
    private static final String SWAGGER = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final SimulatedServedResourceCatalog catalog;
    private final SimulatedResourceFieldSchemas schemas;
    private final SimulatedOpenApiDescriptions descriptions = new SimulatedOpenApiDescriptions();

    public SimulatedOpenApiEndpoint(SimulatedServedResourceCatalog catalog, SimulatedResourceFieldSchemas schemas) {
        this.catalog = catalog;
        this.schemas = schemas;
    }

    /** Answers {@code /openapi/v2}. Clients look up there what a List holds; what they do not find they leave to the server. */
    public void answerVersion2(SimulatedAuthenticatedRequest call) throws IOException {
        var accepted = call.headerValue("Accept");
        boolean protobuf = accepted != null && accepted.contains("proto-openapi");
        var document = SimulatedStoreJsonCodec.newObject().put("swagger", "2.0");
        document.putObject("info").put("title", TITLE).put("version", VERSION);
        document.putObject("paths");
        document.putObject("definitions");
        call.exchange().send(200, HttpHeaderFields.of("Content-Type", protobuf ? SWAGGER : "application/json"),
                protobuf ? joinFields(protobufField(1, "2.0"),
                        protobufField(2, joinFields(protobufField(1, TITLE), protobufField(2, VERSION))))
                        : SimulatedStoreJsonCodec.toBytes(document));
    }

    private static byte[] protobufField(int number, String text) {
        return protobufField(number, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a field of a protobuf message, with less than 128 bytes. */
    private static byte[] protobufField(int number, byte[] content) {
        return joinFields(new byte[] {(byte) (number << 3 | 2), (byte) content.length}, content);
    }

    private static byte[] joinFields(byte[]... fields) {
        var bytes = new ByteArrayOutputStream();
        for (var field : fields) {
            bytes.writeBytes(field);
        }
        return bytes.toByteArray();
    }

    /** Answers {@code /openapi/v3}. */
    public void answerIndex(SimulatedAuthenticatedRequest call) throws IOException {
        var documents = new TreeMap<String, String>();
        for (var type : catalog.allResources()) {
            documents.merge(documentPath(type), type.plural() + schemas.openApiSchema(type), String::concat);
        }
        var index = SimulatedStoreJsonCodec.newObject();
        var paths = index.putObject("paths");
        documents.forEach((path, content) -> paths.putObject(path).put("serverRelativeURL",
                "/openapi/v3/" + path + "?hash=" + sha512Hex(content)));
        call.exchange().send(200, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"),
                SimulatedStoreJsonCodec.toBytes(index));
    }

    /**
     * Answers {@code /openapi/v3/…}.
     *
     * @param path {@code api/v1} or {@code apis/GROUP/VERSION}
     */
    public void answerDocument(SimulatedAuthenticatedRequest call, String path)
            throws IOException, SimulatedApiException {
        var types = catalog.allResources().stream().filter(type -> documentPath(type).equals(path)).toList();
        if (types.isEmpty()) {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200, createDocument(types));
        }
    }

    private static String documentPath(SimulatedResourceType type) {
        return type.group().isEmpty() ? "api/" + type.version() : "apis/" + type.apiVersion();
    }

    private ObjectNode createDocument(List<SimulatedResourceType> types) {
        var document = SimulatedStoreJsonCodec.newObject().put("openapi", "3.0.0");
        document.putObject("info").put("title", TITLE).put("version", VERSION);
        var paths = document.putObject("paths");
        var components = document.putObject("components").putObject("schemas");
        var written = new SimulatedOpenApiSchemaWriter(components, descriptions);
        for (var type : types) {
            SimulatedOpenApiPathWriter.addPaths(paths, type);
            var name = "io.k8s.api.v1." + type.kind();
            var kind = schemas.schemaOf(type);
            written.referenceTo(kind.schema());
            var custom = schemas.openApiSchema(type);
            if (custom instanceof ObjectNode own) {
                components.set(name, own.deepCopy());
                SimulatedStoreJsonCodec
                        .childObject(
                                SimulatedStoreJsonCodec.childObject((ObjectNode) components.path(name), "properties"),
                                "metadata")
                        .putArray("allOf")
                        .addObject().put("$ref", "#/components/schemas/io.k8s.api.v1.ObjectMeta");
            }
            if (components.get(name) instanceof ObjectNode schema) {
                var gvk = schema.putArray("x-kubernetes-group-version-kind").addObject();
                gvk.put("group", type.group()).put("version", type.version()).put("kind", type.kind());
            }
        }
        return document;
    }

    private static String sha512Hex(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }

    /** Writer of the paths of a resource, and the validation and dry-run parameters of its patches. */
    private static final class SimulatedOpenApiPathWriter {

        private static final Map<String, String> ACTIONS = Map.of("get", "get", "patch", "patch", "put", "update",
                "delete",
                "delete");

        private SimulatedOpenApiPathWriter() {}

        static void addPaths(ObjectNode paths, SimulatedResourceType type) {
            var base = (type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion()
                    + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
            var collection = paths.putObject(base);
            if (type.allowsVerb("list")) {
                addOperation(collection, "get", "list", type);
            }
            if (type.allowsVerb("create")) {
                addOperation(collection, "post", "post", type);
            }
            var item = paths.putObject(base + "/{name}");
            ACTIONS.forEach((method, verb) -> {
                if (type.allowsVerb(verb)) {
                    addOperation(item, method, verb, type);
                }
            });
        }

        private static void addOperation(ObjectNode path, String method, String action, SimulatedResourceType type) {
            var operation = path.putObject(method).put("x-kubernetes-action", action);
            operation.putObject("x-kubernetes-group-version-kind").put("group", type.group())
                    .put("version", type.version())
                    .put("kind", type.kind());
            if (!action.equals("get") && !action.equals("list")) {
                var parameters = operation.putArray("parameters");
                for (var name : new String[] {"dryRun", "fieldManager", "fieldValidation"}) {
                    parameters.addObject().put("name", name).put("in", "query").putObject("schema").put("type",
                            "string");
                }
            }
        }
    }
}
