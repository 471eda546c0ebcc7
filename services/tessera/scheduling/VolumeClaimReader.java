package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.StorageClassBinding;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.kube.scheduling.VolumeMatcher;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.PodVolumeClaim.UnboundClaimCause;
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
        for (var mount : spec.volumeClaims()) {
            try {
                claims.add(readClaim(spec.namespace(), mount));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                claims.add(PodVolumeClaim.unknown(mount));
            }
        }
        return claims;
    }

    private PodVolumeClaim readClaim(String namespace, VolumeClaimMount mount)
            throws ProblemException, InterruptedException {
        var found = source
                .find(new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, mount.claim()));
        if (found.isEmpty()) {
            return missingClaim(namespace, mount);
        }
        var claim = found.get();
        var facts = BindableVolumeClaim.fromJson(claim);
        var state = facts.bindingState(StorageClassBinding.MISSING);
        if (state != VolumeBindingState.UNBOUND) {
            return PodVolumeClaim.of(MountedVolumeClaim.of(mount, facts, StorageClassBinding.MISSING,
                    state == VolumeBindingState.BOUND ? readNamedVolume(facts) : Map.of()));
        }
        if (!facts.volume().isEmpty()) {
            return readClaimOfNamedVolume(mount, facts, namesClass(claim, facts));
        }
        boolean named = namesClass(claim, facts);
        var known = readStorageClass(facts, named);
        if (known.isEmpty()) {
            return PodVolumeClaim.unknown(mount);
        }
        var kind = known.get();
        var classed = named ? facts : facts.withStorageClass(nameOf(kind));
        if (StorageClassBinding.fromJson(kind).waitsForConsumer()) {
            return readWaitingClaim(mount, classed, kind);
        }
        return readUnboundClaim(mount, classed, named, kind);
    }

    private PodVolumeClaim missingClaim(String namespace, VolumeClaimMount mount)
            throws ProblemException, InterruptedException {
        return new PodVolumeClaim(MountedVolumeClaim.of(mount, VolumeBindingState.MISSING), Optional.empty(),
                mount.ephemeral() ? Optional.empty() : similarName(namespace, mount.claim()));
    }

    /** Returns whether a claim names its class, if only by naming none. */
    private static boolean namesClass(JsonNode claim, BindableVolumeClaim facts) {
        return claim.path("spec").hasNonNull("storageClassName") || !facts.properties().storageClass().isEmpty();
    }

    private Optional<String> similarName(String namespace, String claim) throws ProblemException, InterruptedException {
        return SpellingSuggestionFinder.findMistyped(claim, source
                .listNames(new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, "")));
    }

    private PodVolumeClaim readWaitingClaim(VolumeClaimMount mount, BindableVolumeClaim claim, JsonNode kind)
            throws ProblemException, InterruptedException {
        var binding = StorageClassBinding.fromJson(kind);
        var volumes = binding.provisionsEverywhere() ? Optional.of(Map.<String, BindableVolume>of())
                : readVolumes(claim);
        return volumes.map(those -> PodVolumeClaim.of(MountedVolumeClaim.of(mount, claim, binding, those)))
                .orElseGet(() -> PodVolumeClaim.unknown(mount));
    }

    /** Reads a claim that nobody has bound, though nobody waits for a pod to do so. */
    private PodVolumeClaim readUnboundClaim(VolumeClaimMount mount, BindableVolumeClaim claim, boolean named,
            JsonNode kind) throws ProblemException, InterruptedException {
        if (claim.ref().uid().isEmpty()) {
            if (StorageClassBinding.fromJson(kind).provisions() || mayBindNow(claim)) {
                return PodVolumeClaim.unknown(mount);
            }
            return PodVolumeClaim.of(mount, UnboundClaimCause.UNSERVED);
        }
        if (!named) {
            return PodVolumeClaim.of(mount, UnboundClaimCause.UNCLASSED);
        }
        if (claim.properties().storageClass().isEmpty()) {
            return PodVolumeClaim.of(mount, UnboundClaimCause.HANDMADE);
        }
        return PodVolumeClaim.of(mount,
                kind.isMissingNode() ? UnboundClaimCause.MISCLASSED : UnboundClaimCause.PENDING);
    }

    /** Reads a claim that names its volume, and binds to that one or none. */
    private PodVolumeClaim readClaimOfNamedVolume(VolumeClaimMount mount, BindableVolumeClaim facts, boolean named)
            throws ProblemException, InterruptedException {
        boolean made = !facts.ref().uid().isEmpty();
        try {
            var volume = readNamedVolume(facts).get(facts.volume());
            // The class of one in a manifest may still be that of the volume.
            var wanting = volume == null || named ? facts : facts.withStorageClass(volume.properties().storageClass());
            var cause = causeOfNamedVolume(wanting, volume);
            if (cause == UnboundClaimCause.PENDING && !made) {
                return PodVolumeClaim.unknown(mount);
            }
            return PodVolumeClaim.of(mount, cause);
        } catch (ProblemException problemException) {
            if (made && problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return PodVolumeClaim.of(mount, UnboundClaimCause.PENDING);
            }
            throw problemException;
        }
    }

    private static UnboundClaimCause causeOfNamedVolume(BindableVolumeClaim claim, @Nullable BindableVolume volume) {
        if (volume == null) {
            return UnboundClaimCause.MISNAMED;
        }
        if (!volume.isOpenTo(claim)) {
            return UnboundClaimCause.TAKEN;
        }
        if (!volume.isReservedFor(claim) && volume.mismatchMessage(claim).isPresent()) {
            return UnboundClaimCause.MISMATCHED;
        }
        return UnboundClaimCause.PENDING;
    }

    /** Returns whether an unbound claim finds a volume before its pods are scheduled, or may find one. */
    private boolean mayBindNow(BindableVolumeClaim claim) throws ProblemException, InterruptedException {
        return readVolumes(claim).map(volumes -> VolumeMatcher.findAnywhere(claim, volumes.values(), false).isPresent())
                .orElse(true);
    }

    private static String nameOf(JsonNode kind) {
        return kind.at("/metadata/name").asText();
    }

    /** Returns the storage class of a claim; a missing node where it does not exist, empty where it is not known. */
    private Optional<JsonNode> readStorageClass(BindableVolumeClaim claim, boolean named)
            throws ProblemException, InterruptedException {
        if (!named && claim.ref().uid().isEmpty()) {
            return defaultStorageClass();
        }
        var name = claim.properties().storageClass();
        return Optional.of(name.isEmpty() ? MissingNode.getInstance()
                : source.find(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", name))
                        .orElseGet(MissingNode::getInstance));
    }

    /** Returns the default class for claims that name none: the newest of those marked as default. */
    private Optional<JsonNode> defaultStorageClass() throws ProblemException, InterruptedException {
        var found = new ArrayList<JsonNode>();
        var read = new AtomicInteger();
        boolean all = source.forEach(new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""), "",
                kind -> addDefaultClass(kind, read, found));
        // Where such classes are not served at all, none is the default.
        if (all || read.get() == 0) {
            return Optional.of(found.stream().min(NEWEST_FIRST).orElseGet(MissingNode::getInstance));
        }
        return Optional.empty();
    }

    private static void addDefaultClass(JsonNode kind, AtomicInteger read, List<JsonNode> found) {
        read.incrementAndGet();
        var annotations = kind.path("metadata").path("annotations");
        if (DEFAULT.stream().anyMatch(each -> annotations.path(each).asText().equals("true"))) {
            found.add(kind);
        }
    }

    /** Returns the volume that a claim names, by its name; none where it does not exist. */
    private Map<String, BindableVolume> readNamedVolume(BindableVolumeClaim claim)
            throws ProblemException, InterruptedException {
        return source.find(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", claim.volume()))
                .map(volume -> Map.of(claim.volume(), BindableVolume.fromJson(volume))).orElse(Map.of());
    }

    /** Returns the volumes that a claim could get, by name; empty where not all are known. */
    private Optional<Map<String, BindableVolume>> readVolumes(BindableVolumeClaim claim)
            throws ProblemException, InterruptedException {
        var volumes = new LinkedHashMap<String, BindableVolume>();
        boolean all = source.forEach(new ObjectRef("v1", "PersistentVolume", "persistentvolumes", "", ""), "",
                element -> {
                    var volume = BindableVolume.fromJson(element);
                    if (volume.isOpenTo(claim)
                            && volume.properties().storageClass().equals(claim.properties().storageClass())) {
                        volumes.put(volume.name(), volume);
                    }
                });
        return Optional.of(volumes).<Map<String, BindableVolume>>map(found -> found).filter(_ -> all);
    }
}
