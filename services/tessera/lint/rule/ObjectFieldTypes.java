package tessera.lint.rule;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.kube.schema.FieldConstraint;
import tessera.kube.schema.KindField;
import tessera.kube.schema.KindTable;
import tessera.kube.schema.KindType;

/** The fields of objects in manifests by type, as far as their authors write them. */
public final class ObjectFieldTypes {

    /** What the server writes is not looked at. */
    private static final FieldSpec SERVERS = new FieldSpec("any", Optional.empty(), false);

    private final KindTable table;
    private final Map<String, Map<String, FieldSpec>> types = new HashMap<>();

    /**
     * The type and the allowed values of a field.
     *
     * @param type       a type of the table, or what it is made of: {@code []string}, {@code {}quantity}
     * @param constraint what it may be; empty for anything of its type
     * @param required   whether it has to be there
     */
    record FieldSpec(String type, Optional<FieldConstraint> constraint, boolean required) {

        /** Returns the same for the items of a list. */
        FieldSpec ofItems(String prefix) {
            return new FieldSpec(type.substring(prefix.length()), constraint, false);
        }

        /** Returns the type of the values of a mapping. */
        FieldSpec ofValues(String prefix) {
            return new FieldSpec(type.substring(prefix.length()), Optional.empty(), false);
        }
    }

    private ObjectFieldTypes(KindTable table) {
        this.table = table;
        table.types().forEach((name, type) -> types.put(name, writtenFields(type)));
    }

    /** Returns the table that ships with the product. */
    public static ObjectFieldTypes bundled() {
        return new ObjectFieldTypes(KindTable.ofManifests());
    }

    private static Map<String, FieldSpec> writtenFields(KindType type) {
        var fields = new LinkedHashMap<String, FieldSpec>();
        type.fields()
                .forEach((name, field) -> fields.put(name, type.isWrittenByServer(name) ? SERVERS : specOf(field)));
        return fields;
    }

    private static FieldSpec specOf(KindField field) {
        return new FieldSpec(field.type(), field.constraintOfManifests(), field.isRequiredOfManifests());
    }

    /** Returns the type of a kind, e.g. of {@code apps/v1} and {@code Deployment}; empty where manifests are not checked for it. */
    Optional<String> typeOf(String version, String kind) {
        return table.findKind(version, kind).filter(KindType::isOfManifests).map(KindType::name);
    }

    /** Returns the fields of a type, in order; none for what is no type of the table. */
    Map<String, FieldSpec> fieldsOf(String type) {
        return types.getOrDefault(type, Map.of());
    }
}
