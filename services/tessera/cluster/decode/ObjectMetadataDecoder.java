package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.ObjectNameFault;
import tessera.model.ControllerRef;
import tessera.model.MigNodeLabels;

/** The metadata of an object while it is being read. Used again and again. */
final class ObjectMetadataDecoder {

    /** Each kind of object reads the first few of these. */
    private static final List<String> NAMES = List.of("name", "resourceVersion", "creationTimestamp", "namespace",
            "deletionTimestamp", "ownerReferences", "annotations", "uid", "labels", "managedFields");
    private static final JsonFieldNameTable OF_DEVICES = JsonFieldNameTable.of(NAMES.subList(0, 3));
    private static final JsonFieldNameTable OF_CLAIMS = JsonFieldNameTable.of(NAMES.subList(0, 7));
    private static final JsonFieldNameTable OF_PODS = JsonFieldNameTable.of(NAMES.subList(0, 9));
    private static final JsonFieldNameTable OF_NODES = JsonFieldNameTable.of(NAMES);
    private static final JsonFieldNameTable OWNER = JsonFieldNameTable.of("apiVersion", "kind", "name", "controller");

    final LabelsDecoder labels = new LabelsDecoder();
    final DeviceAnnotationDecoder annotations = new DeviceAnnotationDecoder();
    String name = "";
    String namespace = "";
    String uid = "";
    String version = "";
    @Nullable
    Instant created;
    @Nullable
    Instant deleting;
    ControllerRef owner = ControllerRef.NONE;
    /** Of a node, when the state of its MIG change was written. */
    @Nullable
    Instant migWritten;
    private final InternPool shared;
    private boolean badName;
    private final JsonFieldNameTable fieldNames;
    private final DeviceAnnotationDecoder.ObjectAnnotationsReader objectAnnotationsReader;

    private ObjectMetadataDecoder(InternPool shared, JsonFieldNameTable fieldNames,
            DeviceAnnotationDecoder.ObjectAnnotationsReader objectAnnotationsReader) {
        this.shared = shared;
        this.fieldNames = fieldNames;
        this.objectAnnotationsReader = objectAnnotationsReader;
    }

    static ObjectMetadataDecoder ofPods(InternPool shared) {
        return new ObjectMetadataDecoder(shared, OF_PODS, DeviceAnnotationDecoder::readOfPod);
    }

    static ObjectMetadataDecoder ofNodes(InternPool shared) {
        return new ObjectMetadataDecoder(shared, OF_NODES, DeviceAnnotationDecoder::readOfNode);
    }

    static ObjectMetadataDecoder ofClaims(InternPool shared) {
        return new ObjectMetadataDecoder(shared, OF_CLAIMS, DeviceAnnotationDecoder::readOfClaim);
    }

    /** Of slices and classes of devices, and of rules about them. */
    static ObjectMetadataDecoder ofDevices(InternPool shared) {
        return new ObjectMetadataDecoder(shared, OF_DEVICES, DeviceAnnotationDecoder::readOfNode);
    }

    /** Returns why the object read last has no name. */
    ObjectNameFault nameProblem() {
        return badName ? ObjectNameFault.INVALID : ObjectNameFault.MISSING;
    }

    void clear() {
        name = "";
        badName = false;
        namespace = "";
        uid = "";
        version = "";
        created = null;
        deleting = null;
        owner = ControllerRef.NONE;
        migWritten = null;
        labels.clear();
        annotations.clear();
    }

    void read(JsonScanner json) throws IOException {
        clear();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(fieldNames); field != JsonScanner.END; field = json.nextField(fieldNames)) {
            switch (field) {
                case 0 -> name = json.readText();
                case 1 -> version = json.readText();
                case 2 -> created = shared.readInstant(json);
                case 3 -> namespace = json.readText(shared.strings);
                case 4 -> deleting = shared.readInstant(json);
                case 5 -> readOwners(json);
                case 6 -> objectAnnotationsReader.read(annotations, json, shared.strings);
                case 7 -> uid = json.readText();
                case 8 -> labels.read(json, shared.strings);
                case 9 -> migWritten = MigStateWriteTimeReader.read(json, shared);
            }
        }
        if (!nameable(name) || (!namespace.isEmpty() && !nameable(namespace))) {
            // No API server lets an object be called so; it would be an order to the shell that a command is pasted into.
            badName = !name.isEmpty();
            name = "";
        }
    }

    /** Whether an object may be called so: what is no word of a shell is no name, nor what reads as an option. */
    private static boolean nameable(String name) {
        for (int at = 0; at < name.length(); at++) {
            char sign = name.charAt(at);
            boolean letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z')
                    || (sign >= '0' && sign <= '9');
            if (!letter && (at == 0 || "-._:@".indexOf(sign) < 0)) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private void readOwners(JsonScanner json) throws IOException {
        owner = ControllerRef.NONE;
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            readOwner(json);
        }
    }

    private void readOwner(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", ""};
        boolean controls = false;
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(OWNER); field != JsonScanner.END; field = json.nextField(OWNER)) {
            if (field == texts.length) {
                controls = json.readFlag();
            } else {
                texts[field] = json.readText(shared.strings);
            }
        }
        if (controls && nameable(texts[2])) {
            owner = shared.internOwner(texts[0], texts[1], texts[2]);
        }
    }

    /** The moment at which the state of a node's MIG change was written last, by the account that the server keeps of writers. */
    private static final class MigStateWriteTimeReader {

        private static final JsonFieldNameTable ENTRY = JsonFieldNameTable.of("fieldsV1", "time");
        private static final JsonFieldNameTable FIELDS = JsonFieldNameTable.of("f:metadata");
        private static final JsonFieldNameTable METADATA = JsonFieldNameTable.of("f:labels");
        private static final JsonFieldNameTable LABELS = JsonFieldNameTable.of("f:" + MigNodeLabels.STATE);

        private MigStateWriteTimeReader() {}

        /** Reads {@code managedFields}; null where nobody is said to have written it. */
        static @Nullable Instant read(JsonScanner json, InternPool shared) throws IOException {
            Instant newest = null;
            if (!json.enterArray()) {
                return null;
            }
            while (json.nextElement()) {
                var time = entry(json, shared);
                newest = time != null && (newest == null || time.isAfter(newest)) ? time : newest;
            }
            return newest;
        }

        private static @Nullable Instant entry(JsonScanner json, InternPool shared) throws IOException {
            Instant time = null;
            boolean owns = false;
            if (!json.enterObject()) {
                return null;
            }
            for (int field = json.nextField(ENTRY); field != JsonScanner.END; field = json.nextField(ENTRY)) {
                switch (field) {
                    case 0 -> owns = within(json, FIELDS, METADATA, LABELS);
                    case 1 -> time = shared.readInstant(json);
                }
            }
            return owns ? time : null;
        }

        /** Whether fields within fields are there. */
        private static boolean within(JsonScanner json, JsonFieldNameTable... path) throws IOException {
            if (path.length == 0) {
                json.skipValue();
                return true;
            }
            boolean found = false;
            if (json.enterObject()) {
                var rest = Arrays.copyOfRange(path, 1, path.length);
                while (json.nextField(path[0]) != JsonScanner.END) {
                    found |= within(json, rest);
                }
            }
            return found;
        }
    }
}
