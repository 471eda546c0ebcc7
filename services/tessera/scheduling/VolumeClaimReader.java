package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.NodeAffinityReader;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.StorageClassBinding;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.PodVolumeClaim.VolumeClaimBindingState;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Reads the volume claims that a pod mounts. */
final class VolumeClaimReader {

    private static final List<String> DEFAULT = List.of("storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class");
    private static final Comparator<JsonNode> NEWEST_FIRST = Comparator
            .<JsonNode, String>comparing(kind -> kind.at("/metadata/creationTimestamp").asText("9")).reversed()
            .thenComparing(VolumeClaimReader::nameOf);

    private final ClusterObjectSource source;

    VolumeClaimReader(ClusterObjectSource source) {
        this.source = source;
    }

    List<PodVolumeClaim> read(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        var claims = new ArrayList<PodVolumeClaim>();
        for (var name : spec.volumeClaims()) {
            try {
                claims.add(readClaim(spec.namespace(), name));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                claims.add(new PodVolumeClaim(name, VolumeClaimBindingState.UNKNOWN, List.of()));
            }
        }
        return claims;
    }

    private PodVolumeClaim readClaim(String namespace, String name) throws ProblemException, InterruptedException {
        var found = source.find(
                new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, name));
        if (found.isEmpty()) {
            return new PodVolumeClaim(name, VolumeClaimBindingState.MISSING,
                    SpellingSuggestionFinder.findMistyped(name, source.listNames(
                            new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, ""))),
                    List.of());
        }
        var claim = found.get();
        var facts = BindableVolumeClaim.fromJson(claim);
        if (facts.deleted()) {
            return new PodVolumeClaim(name, VolumeClaimBindingState.DELETED, List.of());
        }
        if (facts.bound()) {
            return boundClaim(name, facts.volume());
        }
        if (claim.path("spec").hasNonNull("volumeName")) {
            return new PodVolumeClaim(name, stateOfNamedVolume(claim), List.of());
        }
        var known = readStorageClass(claim);
        if (known.isEmpty()) {
            return new PodVolumeClaim(name, VolumeClaimBindingState.UNKNOWN, List.of());
        }
        var kind = known.get();
        var binding = StorageClassBinding.fromJson(kind);
        if (binding.waitsForConsumer()) {
            return binding.provisions() ? new PodVolumeClaim(name, VolumeClaimBindingState.MADE, List.of())
                    : unboundClaim(name, claim, kind);
        }
        if (!claim.path("metadata").has("uid")) {
            boolean expected = binding.provisions() || canBindNow(name, claim, kind);
            return new PodVolumeClaim(name,
                    expected ? VolumeClaimBindingState.UNKNOWN : VolumeClaimBindingState.UNSERVED, List.of());
        }
        return new PodVolumeClaim(name, stateOfImmediateClaim(claim, kind), List.of());
    }

    /** Returns the state of a claim that nobody has bound, though nobody waits for a pod to do so. */
    private static VolumeClaimBindingState stateOfImmediateClaim(JsonNode claim, JsonNode kind) {
        var named = claim.path("spec").path("storageClassName");
        if (named.isMissingNode()) {
            return VolumeClaimBindingState.UNCLASSED;
        }
        if (named.asText().isEmpty()) {
            return VolumeClaimBindingState.HANDMADE;
        }
        return kind.isMissingNode() ? VolumeClaimBindingState.MISCLASSED : VolumeClaimBindingState.UNBOUND;
    }

    /** Returns the state of a claim that names its volume, and binds to that one or none. */
    private VolumeClaimBindingState stateOfNamedVolume(JsonNode claim) throws ProblemException, InterruptedException {
        boolean made = claim.path("metadata").has("uid");
        try {
            var volume = source.find(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "",
                    claim.path("spec").path("volumeName").asText()));
            return volume.isEmpty() ? VolumeClaimBindingState.MISNAMED
                    : !isAvailableTo(volume.get(), claim) ? VolumeClaimBindingState.TAKEN
                            : !hasClaimRef(volume.get()) && !satisfies(volume.get(), claim)
                                    ? VolumeClaimBindingState.MISMATCHED
                                    : made ? VolumeClaimBindingState.UNBOUND : VolumeClaimBindingState.UNKNOWN;
        } catch (ProblemException problemException) {
            if (made && problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return VolumeClaimBindingState.UNBOUND;
            }
            throw problemException;
        }
    }

    /** Returns whether a volume is reserved for a claim by its claimRef. */
    private static boolean hasClaimRef(JsonNode volume) {
        return volume.path("spec").hasNonNull("claimRef");
    }

    /** Returns whether a volume is not reserved for another claim. */
    private static boolean isAvailableTo(JsonNode volume, JsonNode claim) {
        var owner = volume.at("/spec/claimRef");
        var metadata = claim.path("metadata");
        return owner.path("name").asText(nameOf(claim)).equals(nameOf(claim))
                && owner.path("namespace").asText(metadata.path("namespace").asText())
                        .equals(metadata.path("namespace").asText())
                && owner.path("uid").asText("").matches("|" + Pattern.quote(metadata.path("uid").asText()));
    }

    private static boolean satisfies(JsonNode volume, JsonNode claim) {
        var has = volume.path("spec");
        var wants = claim.path("spec");
        return BindableVolume.fromJson(volume).bytes() >= BindableVolumeClaim.fromJson(claim).bytes()
                && (!wants.has("storageClassName") || has.path("storageClassName").asText()
                        .equals(wants.path("storageClassName").asText()))
                && has.path("volumeMode").asText("Filesystem").equals(wants.path("volumeMode").asText("Filesystem"))
                && wants.path("accessModes").valueStream().allMatch(mode -> has.path("accessModes").valueStream()
                        .anyMatch(mode::equals));
    }

    /** Returns whether an unbound claim finds a volume before its pods are scheduled, or may find one. */
    private boolean canBindNow(String name, JsonNode claim, JsonNode kind)
            throws ProblemException, InterruptedException {
        var free = unboundClaim(name, claim, kind);
        return free.state() == VolumeClaimBindingState.UNKNOWN || !free.volumeNodeRules().isEmpty();
    }

    private static String nameOf(JsonNode kind) {
        return kind.at("/metadata/name").asText();
    }

    /** Returns the storage class of a claim; a missing node where it does not exist, empty where it is not known. */
    private Optional<JsonNode> readStorageClass(JsonNode claim) throws ProblemException, InterruptedException {
        var name = claim.path("spec").path("storageClassName").asText();
        if (!claim.path("spec").has("storageClassName") && !claim.path("metadata").has("uid")) {
            return defaultStorageClass();
        }
        return Optional.of(name.isEmpty() ? MissingNode.getInstance()
                : source.find(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", name))
                        .orElseGet(MissingNode::getInstance));
    }

    /** Returns the default class for claims that name none: the newest of those marked as default. */
    private Optional<JsonNode> defaultStorageClass() throws ProblemException, InterruptedException {
        var found = new ArrayList<JsonNode>();
        var read = new AtomicInteger();
        boolean all = source.forEach(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""), "",
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

    private PodVolumeClaim boundClaim(String name, String volume) throws ProblemException, InterruptedException {
        var found = source
                .find(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", volume));
        return new PodVolumeClaim(name, VolumeClaimBindingState.BOUND,
                found.map(NodeAffinityReader::readVolumeAffinity).stream().toList());
    }

    private PodVolumeClaim unboundClaim(String name, JsonNode claim, JsonNode kind)
            throws ProblemException, InterruptedException {
        var volumes = new ArrayList<Optional<RequiredNodeAffinity>>();
        var facts = BindableVolumeClaim.fromJson(claim)
                .withStorageClass(claim.path("spec").path("storageClassName").asText(nameOf(kind)));
        boolean all = source.forEach(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", ""), "",
                element -> {
                    var volume = BindableVolume.fromJson(element);
                    if (volume.suits(facts)) {
                        volumes.add(volume.nodeAffinity());
                    }
                });
        return new PodVolumeClaim(name, all ? VolumeClaimBindingState.CHOSEN : VolumeClaimBindingState.UNKNOWN,
                volumes);
    }
}
