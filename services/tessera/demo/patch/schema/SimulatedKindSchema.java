package tessera.demo.patch.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;

/**
 * The server's knowledge of one version of a kind: names, scope and shape.
 *
 * @param kind       the Kind; {@code Event.events.k8s.io} for the newer view of events
 * @param apiVersion group and version as in {@code apiVersion}
 * @param plural     the name of its resource in paths, e.g. {@code pods}
 * @param schema      the whole object
 * @param namespaced whether its objects live in namespaces
 * @param hasStatus  whether {@code status} is written through a subresource only
 * @param custom     whether a CustomResourceDefinition made it
 */
public record SimulatedKindSchema(
        String kind,
        String apiVersion,
        String plural,
        StructSchema schema,
        boolean namespaced,
        boolean hasStatus,
        boolean custom) {

    private static final SimulatedKindSchemaReader.KindCatalogContents BUILT_IN = SimulatedKindSchemaReader.read();

    static SimulatedKindSchema createBuiltIn(String kind, String apiVersion, StructSchema schema, boolean namespaced) {
        boolean ownStatus = schema.fields().containsKey("status") && !kind.equals("Scale") && !kind.endsWith("Review");
        return new SimulatedKindSchema(kind, apiVersion, pluralName(kind), schema, namespaced, ownStatus, false);
    }

    /** Returns the schema of a kind that comes with the server; empty if this server does not know it. */
    public static Optional<SimulatedKindSchema> findBuiltIn(String kind) {
        return Optional.ofNullable(BUILT_IN.kinds().get(kind));
    }

    /** Returns all kinds that come with the server, by kind. */
    public static Map<String, SimulatedKindSchema> builtInKinds() {
        return BUILT_IN.kinds();
    }

    /**
     * Returns the schema of one version of a custom resource.
     *
     * @param definition the CustomResourceDefinition
     * @param version    the name of one of its versions
     * @return empty when the definition has no such version
     */
    public static Optional<SimulatedKindSchema> fromDefinition(JsonNode definition, String version) {
        var spec = definition.path("spec");
        for (var candidate : spec.path("versions")) {
            if (candidate.path("name").asText().equals(version)) {
                var kind = spec.path("names").path("kind").asText();
                var schema = SimulatedCrdFieldSchemaReader.read(kind, candidate.path("schema").path("openAPIV3Schema"));
                return Optional.of(new SimulatedKindSchema(kind, spec.path("group").asText() + "/" + version,
                        spec.path("names").path("plural").asText(), schema,
                        spec.path("scope").asText().equals("Namespaced"), candidate.path("subresources").has("status"),
                        true));
            }
        }
        return Optional.empty();
    }

    private static String pluralName(String kind) {
        var name = kind.replaceAll("\\..*", "").toLowerCase(Locale.ROOT);
        if (name.endsWith("y")) {
            return name.substring(0, name.length() - 1) + "ies";
        }
        return name.endsWith("ss") ? name + "es" : name.endsWith("s") ? name : name + "s";
    }

    static StructSchema structType(String name) {
        var type = BUILT_IN.types().get(name);
        if (type == null) {
            throw new IllegalArgumentException("No type " + name);
        }
        return type;
    }

    /** Returns the kind alone, as objects carry it. */
    public String kindName() {
        int dot = kind.indexOf('.');
        return dot < 0 ? kind : kind.substring(0, dot);
    }

    /** Returns the API group, empty for the core. */
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Returns the name of an object of this kind in refusals that name the resource. */
    public ErrorSubject resourceSubject(String name) {
        return new ErrorSubject(group(), plural, name);
    }

    /** Returns the name of an object of this kind in refusals that say why the object is invalid. */
    public ErrorSubject objectSubject(String name) {
        return new ErrorSubject(group(), kindName(), name);
    }
}
