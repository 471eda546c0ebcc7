package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tessera.model.Failure;
import tessera.model.NodeRule;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.VolumeClaim.VolumeClaimState;
import tessera.scheduling.spec.NodeRules;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Reads how it stands with the volumes that a pod mounts. */
final class VolumeReader {

    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";
    private static final List<String> DEFAULT = List.of("storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class");
    private static final Comparator<JsonNode> NEWEST_FIRST = Comparator
            .<JsonNode, String>comparing(kind -> kind.at("/metadata/creationTimestamp").asText("9")).reversed()
            .thenComparing(VolumeReader::name);
    private static final String DONE = "pv.kubernetes.io/bind-completed";

    private final ObjectSource source;

    VolumeReader(ObjectSource source) {
        this.source = source;
    }

    List<VolumeClaim> read(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var claims = new ArrayList<VolumeClaim>();
        for (var name : wish.claims()) {
            try {
                claims.add(claim(wish.namespace(), name));
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                    throw failure;
                }
                claims.add(new VolumeClaim(name, VolumeClaimState.UNKNOWN, List.of()));
            }
        }
        return claims;
    }

    private VolumeClaim claim(String namespace, String name) throws Failure, InterruptedException {
        var found = source.object(
                new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, name));
        if (found.isEmpty()) {
            return new VolumeClaim(name, VolumeClaimState.MISSING, SpellingSuggestions.mistyped(name, source.names(
                    new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, ""))),
                    List.of());
        }
        var claim = found.get();
        if (claim.path("metadata").hasNonNull("deletionTimestamp")) {
            return new VolumeClaim(name, VolumeClaimState.DELETED, List.of());
        }
        if (claim.path("metadata").path("annotations").has(DONE)
                || claim.path("status").path("phase").asText().equals("Bound")) {
            return bound(name, claim.path("spec").path("volumeName").asText());
        }
        if (claim.path("spec").hasNonNull("volumeName")) {
            return new VolumeClaim(name, named(claim), List.of());
        }
        var known = storageClass(claim);
        if (known.isEmpty()) {
            return new VolumeClaim(name, VolumeClaimState.UNKNOWN, List.of());
        }
        var kind = known.get();
        if (waitsForFirstConsumer(kind)) {
            return provisions(kind) ? new VolumeClaim(name, VolumeClaimState.MADE, List.of())
                    : chosen(name, claim, kind);
        }
        if (!claim.path("metadata").has("uid")) {
            boolean expected = provisions(kind) || found(name, claim, kind);
            return new VolumeClaim(name, expected ? VolumeClaimState.UNKNOWN : VolumeClaimState.UNSERVED, List.of());
        }
        var named = claim.path("spec").path("storageClassName");
        return new VolumeClaim(name, named.isMissingNode() ? VolumeClaimState.UNCLASSED
                : named.asText().isEmpty() ? VolumeClaimState.HANDMADE
                        : kind.isMissingNode() ? VolumeClaimState.MISCLASSED : VolumeClaimState.UNBOUND,
                List.of());
    }

    /** How it stands with a claim that names its volume: it gets that one or none, and does not wait for a pod. */
    private VolumeClaimState named(JsonNode claim) throws Failure, InterruptedException {
        boolean made = claim.path("metadata").has("uid");
        try {
            var volume = source.object(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "",
                    claim.path("spec").path("volumeName").asText()));
            return volume.isEmpty() ? VolumeClaimState.MISNAMED
                    : !keptFor(volume.get(), claim) ? VolumeClaimState.TAKEN
                            : !kept(volume.get()) && !suits(volume.get(), claim) ? VolumeClaimState.MISMATCHED
                                    : made ? VolumeClaimState.UNBOUND : VolumeClaimState.UNKNOWN;
        } catch (Failure failure) {
            if (made && failure.problem().kind() == ProblemKind.FORBIDDEN) {
                return VolumeClaimState.UNBOUND;
            }
            throw failure;
        }
    }

    /** Whether a volume names the claim that it is for: that one gets it as it is. */
    private static boolean kept(JsonNode volume) {
        return volume.path("spec").hasNonNull("claimRef");
    }

    /** Whether a volume is not kept for another claim. */
    private static boolean keptFor(JsonNode volume, JsonNode claim) {
        var owner = volume.at("/spec/claimRef");
        var metadata = claim.path("metadata");
        return owner.path("name").asText(name(claim)).equals(name(claim))
                && owner.path("namespace").asText(metadata.path("namespace").asText())
                        .equals(metadata.path("namespace").asText())
                && owner.path("uid").asText("").matches("|" + Pattern.quote(metadata.path("uid").asText()));
    }

    private static boolean suits(JsonNode volume, JsonNode claim) {
        var has = volume.path("spec");
        var wants = claim.path("spec");
        return bytes(has.path("capacity")) >= bytes(wants.path("resources").path("requests"))
                && (!wants.has("storageClassName") || has.path("storageClassName").asText()
                        .equals(wants.path("storageClassName").asText()))
                && has.path("volumeMode").asText("Filesystem").equals(wants.path("volumeMode").asText("Filesystem"))
                && wants.path("accessModes").valueStream().allMatch(mode -> has.path("accessModes").valueStream()
                        .anyMatch(mode::equals));
    }

    /** Whether a claim that is not made yet finds a volume before its pods are tried, wherever that may be; or may. */
    private boolean found(String name, JsonNode claim, JsonNode kind) throws Failure, InterruptedException {
        var free = chosen(name, claim, kind);
        return free.state() == VolumeClaimState.UNKNOWN || !free.volumes().isEmpty();
    }

    private static boolean waitsForFirstConsumer(JsonNode kind) {
        return kind.path("volumeBindingMode").asText().equals("WaitForFirstConsumer");
    }

    private static boolean provisions(JsonNode kind) {
        return !kind.path("provisioner").asText(NO_PROVISIONER).equals(NO_PROVISIONER);
    }

    private static String name(JsonNode kind) {
        return kind.at("/metadata/name").asText();
    }

    /** Nothing inside where there is none; empty where that is not known. */
    private Optional<JsonNode> storageClass(JsonNode claim) throws Failure, InterruptedException {
        var name = claim.path("spec").path("storageClassName").asText();
        if (!claim.path("spec").has("storageClassName") && !claim.path("metadata").has("uid")) {
            return defaultStorageClass();
        }
        return Optional.of(name.isEmpty() ? MissingNode.getInstance()
                : source.object(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", name))
                        .orElseGet(MissingNode::getInstance));
    }

    /** The class that the server gives a claim that names none: the newest of those that are marked. */
    private Optional<JsonNode> defaultStorageClass() throws Failure, InterruptedException {
        var found = new ArrayList<JsonNode>();
        var read = new AtomicInteger();
        boolean all = source.each(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""), "",
                kind -> {
                    read.incrementAndGet();
                    var annotations = kind.path("metadata").path("annotations");
                    if (DEFAULT.stream().anyMatch(each -> annotations.path(each).asText().equals("true"))) {
                        found.add(kind);
                    }
                });
        // Where such classes are not served at all, none is the default.
        return all || read.get() == 0
                ? Optional.of(found.stream().min(NEWEST_FIRST).orElseGet(MissingNode::getInstance))
                : Optional.empty();
    }

    private VolumeClaim bound(String name, String volume) throws Failure, InterruptedException {
        var found = source
                .object(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", volume));
        return new VolumeClaim(name, VolumeClaimState.BOUND, found.map(NodeRules::ofVolume).stream().toList());
    }

    private VolumeClaim chosen(String name, JsonNode claim, JsonNode kind) throws Failure, InterruptedException {
        var volumes = new ArrayList<Optional<NodeRule>>();
        long wanted = bytes(claim.path("spec").path("resources").path("requests"));
        var storage = claim.path("spec").path("storageClassName").asText(name(kind));
        var place = claim.at("/metadata/namespace").asText();
        boolean all = source.each(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", ""), "", volume -> {
            var spec = volume.path("spec");
            var owner = spec.path("claimRef");
            // Those that a manifest brings have no phase yet.
            if (volume.path("status").path("phase").asText("Available").equals("Available")
                    && owner.path("name").asText(name).equals(name)
                    && owner.path("namespace").asText(place).equals(place)
                    && spec.path("storageClassName").asText().equals(storage)
                    && bytes(spec.path("capacity")) >= wanted) {
                volumes.add(NodeRules.ofVolume(volume));
            }
        });
        return new VolumeClaim(name, all ? VolumeClaimState.CHOSEN : VolumeClaimState.UNKNOWN, volumes);
    }

    private static long bytes(JsonNode quantities) {
        return Quantity.units(quantities.path("storage").asText()).orElse(0);
    }
}
