package tessera.demo.patch.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.schema.PatchMergeStrategy;

/** The shape of a value in an object. */
public sealed interface FieldValueSchema {

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
    record StructFieldDefinition(FieldValueSchema valueSchema, ZeroValuePresence presence,
            PatchMergeStrategy merging) {}

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
