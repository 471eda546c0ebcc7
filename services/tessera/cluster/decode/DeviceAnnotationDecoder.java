package tessera.cluster.decode;

import java.io.IOException;
import java.util.List;
import tessera.model.GpuSharingAnnotations;

/**
 * The annotations of an object that concern its devices, while they are being read. All others are skipped as
 * bytes: there are large ones, and some change every few seconds.
 */
final class DeviceAnnotationDecoder {

    private static final JsonFieldNameTable OF_PODS = JsonFieldNameTable.of(GpuSharingAnnotations.ANNOTATIONS);

    /** Beginnings of the keys that are kept of nodes: registered devices, and who closed a node and why. */
    private static final List<String> OF_NODES = List.of("hami.io/", "volcano.sh/", "nvidia.com/gpu-driver-upgrade",
            "quarantineHealthEvent", "quarantinedNode", "k8saas.nvidia.com/", "dgxc.nvidia.com/", "karpenter.sh/",
            "machineconfiguration.openshift.io/", "amd.com/", "gpu.intel.com/", "weave.works/kured-",
            "kured.dev/kured-", "medik8s.io/", "kubeneuron.io/", "nvidia.com/ofed-driver-upgrade");

    /** Parts of keys by which people and controllers note why they closed a node, whatever the prefix. */
    private static final List<String> NOTES = List.of("cordon", "maintenance", "drain-reason");

    /** On claims that the scheduler made for an extended resource. */
    static final String EXTENDED_CLAIM = "resource.kubernetes.io/extended-resource-claim";
    private static final JsonFieldNameTable OF_CLAIMS = JsonFieldNameTable.of(EXTENDED_CLAIM);

    /** Parts of keys whose values change although nothing happened. */
    private static final List<String> BEATING = List.of("handshake", "heartbeat", "timestamp", "last-");

    private final LabelsDecoder labelsBuilder = new LabelsDecoder();

    /** Reads the annotations of one kind of object. */
    @FunctionalInterface
    interface ObjectAnnotationsReader {
        void read(DeviceAnnotationDecoder annotationDecoder, JsonScanner json, StringPool strings) throws IOException;
    }

    void clear() {
        labelsBuilder.clear();
    }

    LabelsDecoder keptLabels() {
        return labelsBuilder;
    }

    void readOfPod(JsonScanner json, StringPool strings) throws IOException {
        readWanted(json, OF_PODS, strings);
    }

    void readOfClaim(JsonScanner json, StringPool strings) throws IOException {
        readWanted(json, OF_CLAIMS, strings);
    }

    private void readWanted(JsonScanner json, JsonFieldNameTable fieldNames, StringPool strings) throws IOException {
        labelsBuilder.clear();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(fieldNames); field != JsonScanner.END; field = json.nextField(fieldNames)) {
            labelsBuilder.put(fieldNames.nameAt(field), json.readText(strings));
        }
    }

    private static boolean isKept(String key) {
        boolean wanted = containsAny(key, NOTES);
        for (var beginning : OF_NODES) {
            wanted |= key.startsWith(beginning);
        }
        return wanted && !containsAny(key, BEATING);
    }

    private static boolean containsAny(String key, List<String> parts) {
        for (var part : parts) {
            if (key.contains(part)) {
                return true;
            }
        }
        return false;
    }

    void readOfNode(JsonScanner json, StringPool strings) throws IOException {
        labelsBuilder.clear();
        if (!json.enterObject()) {
            return;
        }
        for (var key = json.nextFieldName(strings); key != null; key = json.nextFieldName(strings)) {
            if (isKept(key)) {
                labelsBuilder.put(key, json.readText(strings));
            } else {
                json.skipValue();
            }
        }
    }
}
