package tessera.demo.patch.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shape of a value in an object. */
public sealed interface FieldValueSchema {

    /** Returns the value of a field in which nothing is set. */
    default JsonNode zeroValue() {
        return switch (this) {
            case StructSchema structSchema -> structSchema.emptyStruct();
            case ScalarSchema.STRING, ScalarSchema.BYTES -> TextNode.valueOf("");
            case ScalarSchema.INT32, ScalarSchema.INT64, ScalarSchema.DOUBLE, ScalarSchema.INT_OR_STRING ->
                IntNode.valueOf(0);
            case ScalarSchema.BOOL -> BooleanNode.FALSE;
            case ScalarSchema.QUANTITY -> TextNode.valueOf("0");
            case ScalarSchema _,ListSchema _,MapSchema _,UntypedSchema _ -> NullNode.getInstance();
        };
    }

    /** A single value; bytes, quantities and times are strings with a form of their own. */
    enum ScalarSchema implements FieldValueSchema {
        STRING,
        BYTES,
        INT32,
        INT64,
        DOUBLE,
        BOOL,
        QUANTITY,
        INT_OR_STRING,
        TIME,
        MICRO_TIME
    }

    /** Any JSON: maps are merged key by key, lists are one value. */
    enum UntypedSchema implements FieldValueSchema {
        UNTYPED
    }

    /** A map with keys of the user's choice. */
    record MapSchema(FieldValueSchema values, boolean atomic) implements FieldValueSchema {}

    /** A list and the identity of its items. */
    record ListSchema(FieldValueSchema items, ListItemIdentity identity) implements FieldValueSchema {}

    /** A map with known fields. Compared by identity, because shapes may contain themselves. */
    final class StructSchema implements FieldValueSchema {

        private final String name;
        private final boolean atomic;
        private final boolean open;
        private final Map<String, StructFieldDefinition> fields = new LinkedHashMap<>();

        /**
         * @param atomic whether server-side apply sees it as one value
         * @param open   whether fields that are not named here may be there, too
         */
        StructSchema(String name, boolean atomic, boolean open) {
            this.name = name;
            this.atomic = atomic;
            this.open = open;
        }

        void addField(String field, StructFieldDefinition definition) {
            fields.put(field, definition);
        }

        public String name() {
            return name;
        }

        public boolean isAtomic() {
            return atomic;
        }

        public boolean isOpen() {
            return open;
        }

        public Map<String, StructFieldDefinition> fields() {
            return Collections.unmodifiableMap(fields);
        }

        /** Returns an object with the fields that are always written, and nothing in them. */
        public ObjectNode emptyStruct() {
            var object = JsonNodeFactory.instance.objectNode();
            fields.forEach((field, definition) -> {
                if (definition.presence() == ZeroValuePresence.ALWAYS) {
                    object.set(field, definition.valueSchema().zeroValue());
                }
            });
            return object;
        }

        /** Returns the shape under a name; untyped for a further field of an open struct, empty for an unknown field. */
        public Optional<FieldValueSchema> child(String field) {
            var structField = fields.get(field);
            if (structField != null) {
                return Optional.of(structField.valueSchema());
            }
            if (open) {
                return Optional.of(UntypedSchema.UNTYPED);
            }
            return Optional.empty();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A field of a {@link StructSchema}. */
    record StructFieldDefinition(FieldValueSchema valueSchema, ZeroValuePresence presence) {}

    /** The rule for writing a field that has its zero value. */
    enum ZeroValuePresence {
        /** Zero is absence: {@code false}, {@code 0}, {@code ""}, an empty list or map. */
        OMIT_EMPTY,
        /** Zero is a value of its own; absence is something else. */
        OPTIONAL,
        /** Always written: as {@code ""}, {@code 0}, {@code false}, <code>{}</code> or {@code null} when nothing is set. */
        ALWAYS
    }

    /** The identity by which the items of a list are told apart. */
    sealed interface ListItemIdentity {

        /** The list is one value. */
        record AtomicListIdentity() implements ListItemIdentity {}

        /** Items are plain values, each at most once. */
        record SetListIdentity() implements ListItemIdentity {}

        /**
         * Items are told apart by some of their fields.
         *
         * @param keys field to the value it has when an item does not say; empty for none
         */
        record MapListIdentity(Map<String, String> keys) implements ListItemIdentity {
            public MapListIdentity {
                keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
            }

            public List<String> keyNames() {
                return List.copyOf(keys.keySet());
            }
        }
    }
}
