package tessera.plan.context;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.ObjectReference;
import tessera.lint.manifest.ObjectReferences;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.plan.context.SharingSetup.PluginOwner;

/** Reads the cluster context against which manifests are checked. Waits for it. */
public final class ManifestContext {

    /** More than nearly any manifest names that a person wrote; each is a question of its own. */
    private static final int MOST = 60;
    private static final String BEYOND = "only the first %d objects that are named are looked up".formatted(MOST);
    /** In which the cluster autoscaler says how it stands. */
    private static final ObjectRef AUTOSCALER = new ObjectRef("v1", "ConfigMap", "configmaps", "kube-system",
            "cluster-autoscaler-status");
    private static final Pattern SHARING = Pattern.compile("\\b(?:timeSlicing|mps)\\b");

    private final SurveyLookups lookups;
    private final ManifestLookups manifests;
    private final Map<String, Optional<String>> served = new HashMap<>();

    public ManifestContext(SurveyLookups lookups) throws Failure {
        this.lookups = lookups;
        manifests = lookups.manifests();
    }

    /**
     * Reads the environment of the cluster as far as these manifests depend on it.
     *
     * @param kinds     in which versions it serves a kind, by {@code apiVersion/kind}
     * @param namespace that of objects that name none; empty where that is not known
     */
    public ManifestEnvironment read(Snapshot snapshot, Map<String, List<String>> kinds, Collection<Manifest> texts,
            String namespace) throws Failure, InterruptedException {
        var around = withReferences(readClusterEnvironment(snapshot, kinds, manifests), referencesIn(texts), namespace);
        return texts.stream().anyMatch(ManifestContext::hasSharingConfig)
                ? sharingConfigMap().map(around::withSharingMap).orElse(around)
                : around;
    }

    /** Reads the environment of a cluster without regard to manifests. */
    public static ManifestEnvironment readClusterEnvironment(Snapshot snapshot, Map<String, List<String>> kinds,
            ManifestLookups manifests)
            throws Failure, InterruptedException {
        var listed = KindSupply.listNames(manifests);
        var classes = new HashMap<>(listed.names());
        var namespaces = Optional.ofNullable(classes.remove("Namespace"));
        return new ManifestEnvironment(snapshot, kinds, snapshot.devices().classResources(), namespaces, classes)
                .withGaps(listed.gaps())
                .withAutoscaling(hasAutoscaler(manifests));
    }

    /** Returns whether Karpenter or the cluster autoscaler runs; false if that cannot be read. */
    private static boolean hasAutoscaler(ManifestLookups manifests) throws InterruptedException {
        try {
            return !KindSupply.servedVersions(manifests, "karpenter.sh/v1", "NodePool").isEmpty()
                    || manifests.readLabels(AUTOSCALER).isPresent();
        } catch (Failure _) {
            return false;
        }
    }

    /** Returns the environment with the existence of the referenced objects. */
    public ManifestEnvironment withReferences(ManifestEnvironment around, Collection<ObjectReference> references,
            String namespace)
            throws InterruptedException {
        var absent = new HashMap<ObjectReference, Set<String>>();
        var unknown = findAbsent(references, namespace, absent);
        return around.withAbsent(absent).withUnknown(unknown);
    }

    private static boolean hasSharingConfig(Manifest manifest) {
        return manifest.objects().stream().filter(object -> object.isKind("", "ConfigMap"))
                .anyMatch(map -> map.at("data").entries().stream()
                        .anyMatch(entry -> SHARING.matcher(entry.value().text()).find()));
    }

    /** Returns the ConfigMap from which the device plugins read their configurations; empty if unknown. */
    private Optional<String> sharingConfigMap() throws InterruptedException {
        try {
            var setup = lookups.readSharing();
            return setup.gap().isPresent() || setup.owner().kind() == PluginOwner.PluginOwnerKind.NONE
                    || setup.location().assumed()
                            ? Optional.empty()
                            : Optional.of(setup.location().configMap());
        } catch (Failure _) {
            // Then it is told as what nobody knows.
            return Optional.empty();
        }
    }

    /** Returns the references in order of appearance. */
    private static List<ObjectReference> referencesIn(Collection<Manifest> texts) {
        var named = new LinkedHashSet<ObjectReference>();
        texts.forEach(text -> named.addAll(ObjectReferences.referencesOf(text).keySet()));
        return List.copyOf(named);
    }

    /**
     * Returns the reasons why the existence of some references is unknown. A cluster that did not answer once is not asked for the others.
     *
     * @param absent takes those that there are not
     */
    private Map<ObjectReference, String> findAbsent(Collection<ObjectReference> named, String namespace,
            Map<ObjectReference, Set<String>> absent)
            throws InterruptedException {
        var unknown = new HashMap<ObjectReference, String>();
        var silent = "";
        int asked = 0;
        for (var reference : named) {
            if (!silent.isEmpty() || asked++ >= MOST) {
                unknown.put(reference, silent.isEmpty() ? BEYOND : silent);
                continue;
            }
            try {
                existingNames(reference, namespace).ifPresent(names -> absent.put(reference, names));
            } catch (Failure failure) {
                // Who may not look is not told that it is not there.
                unknown.put(reference, failure.problem().headline());
                silent = failure.problem().kind() == ProblemKind.FORBIDDEN ? "" : failure.problem().headline();
            }
        }
        return unknown;
    }

    /** Returns the names of existing objects if the referenced one is absent, as far as they can be listed. */
    private Optional<Set<String>> existingNames(ObjectReference reference, String namespace)
            throws Failure, InterruptedException {
        var within = !reference.namespaced() ? ""
                : reference.namespace().isEmpty() ? namespace : reference.namespace();
        if (reference.namespaced() && within.isEmpty()) {
            return Optional.empty();
        }
        var version = servedVersion(reference);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        var object = new ObjectRef(version.get(), reference.kind(), reference.plural(), within, reference.name());
        return manifests.readLabels(object).isPresent() ? Optional.empty() : Optional.of(listNames(object));
    }

    private Set<String> listNames(ObjectRef absent) throws InterruptedException {
        // Whoever lists Secrets may read them all, which nobody asks for the sake of a proposal.
        if (absent.kind().equals("Secret")) {
            return Set.of();
        }
        try {
            return Set.copyOf(manifests.listNames(absent).names());
        } catch (Failure _) {
            // That it is not there is known all the same.
            return Set.of();
        }
    }

    /** Returns the version in which the kind is served; empty if it is not. */
    private Optional<String> servedVersion(ObjectReference reference) throws Failure, InterruptedException {
        var kind = reference.group() + "/" + reference.kind();
        if (!served.containsKey(kind)) {
            try {
                served.put(kind, KindSupply.servedVersions(manifests, reference.apiVersion(), reference.kind()).stream()
                        .findFirst());
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                    throw failure;
                }
                served.put(kind, Optional.empty());
            }
        }
        return served.getOrDefault(kind, Optional.empty());
    }
}
