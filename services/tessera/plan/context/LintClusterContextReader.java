package tessera.plan.context;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestExternalReferences;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reads the cluster context against which manifests are checked. Waits for it. */
public final class LintClusterContextReader {

    /** More than nearly any manifest names that a person wrote; each is a question of its own. */
    private static final int MOST = 60;
    private static final MessageCatalog MESSAGES = MessageCatalog.of(LintClusterContextReader.class);
    /** In which the cluster autoscaler says how it stands. */
    private static final ObjectRef AUTOSCALER = new ObjectRef("v1", "ConfigMap", "configmaps", "kube-system",
            "cluster-autoscaler-status");
    private static final Pattern SHARING = Pattern.compile("\\b(?:timeSlicing|mps)\\b");

    private final PlannerInputReader inputReader;
    private final ReferencedObjectReader manifests;
    private final Map<String, Optional<String>> served = new HashMap<>();

    public LintClusterContextReader(PlannerInputReader inputReader) throws ProblemException {
        this.inputReader = inputReader;
        manifests = inputReader.manifests();
    }

    /**
     * Reads the environment of the cluster as far as these manifests depend on it.
     *
     * @param kinds     in which versions it serves a kind, by {@code apiVersion/kind}
     * @param namespace that of objects that name none; empty where that is not known
     */
    public ManifestTargetCluster read(ClusterSnapshot clusterSnapshot, Map<String, List<String>> kinds,
            Collection<KubernetesManifest> texts, String namespace) throws ProblemException, InterruptedException {
        var targetCluster = withReferences(readClusterEnvironment(clusterSnapshot, kinds, manifests),
                referencesIn(texts), namespace);
        if (texts.stream().anyMatch(LintClusterContextReader::hasSharingConfig)) {
            return sharingConfigMap().map(targetCluster::withSharingMap).orElse(targetCluster);
        }
        return targetCluster;
    }

    /** Reads the environment of a cluster without regard to manifests. */
    public static ManifestTargetCluster readClusterEnvironment(ClusterSnapshot clusterSnapshot,
            Map<String, List<String>> kinds, ReferencedObjectReader manifests)
            throws ProblemException, InterruptedException {
        var listed = ServedKindReader.listNames(manifests);
        var classes = new HashMap<>(listed.names());
        var namespaces = Optional.ofNullable(classes.remove("Namespace"));
        return new ManifestTargetCluster(clusterSnapshot, kinds, clusterSnapshot.devices().classResources(), namespaces,
                classes).withGaps(listed.unknownReasons()).withAutoscaling(hasAutoscaler(manifests));
    }

    /** Returns whether Karpenter or the cluster autoscaler runs; false if that cannot be read. */
    private static boolean hasAutoscaler(ReferencedObjectReader manifests) throws InterruptedException {
        try {
            return !ServedKindReader.servedVersions(manifests, "karpenter.sh/v1", "NodePool").isEmpty()
                    || manifests.readLabels(AUTOSCALER).isPresent();
        } catch (ProblemException _) {
            return false;
        }
    }

    /** Returns the environment with the existence of the referenced objects. */
    public ManifestTargetCluster withReferences(ManifestTargetCluster targetCluster,
            Collection<ManifestObjectReference> references, String namespace) throws InterruptedException {
        var absent = new HashMap<ManifestObjectReference, Set<String>>();
        var unknown = findAbsent(references, namespace, absent);
        return targetCluster.withAbsent(absent).withUnknown(unknown);
    }

    private static boolean hasSharingConfig(KubernetesManifest kubernetesManifest) {
        return kubernetesManifest.objects().stream().filter(object -> object.isKind("", "ConfigMap"))
                .anyMatch(map -> map.at("data").entries().stream()
                        .anyMatch(entry -> SHARING.matcher(entry.value().text()).find()));
    }

    /** Returns the ConfigMap from which the device plugins read their configurations; empty if unknown. */
    private Optional<String> sharingConfigMap() throws InterruptedException {
        try {
            var setup = inputReader.readSharing();
            if (setup.problem().isPresent() || setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE
                    || setup.location().assumed()) {
                return Optional.empty();
            }
            return Optional.of(setup.location().configMap());
        } catch (ProblemException _) {
            // Then it is told as what nobody knows.
            return Optional.empty();
        }
    }

    /** Returns the references in order of appearance. */
    private static List<ManifestObjectReference> referencesIn(Collection<KubernetesManifest> texts) {
        var named = new LinkedHashSet<ManifestObjectReference>();
        texts.forEach(text -> named.addAll(ManifestExternalReferences.referencesOf(text).keySet()));
        return List.copyOf(named);
    }

    /**
     * Returns the reasons why the existence of some references is unknown. A cluster that did not answer once is not asked for the others.
     *
     * @param absent takes those that there are not
     */
    private Map<ManifestObjectReference, String> findAbsent(Collection<ManifestObjectReference> named, String namespace,
            Map<ManifestObjectReference, Set<String>> absent) throws InterruptedException {
        var unknown = new HashMap<ManifestObjectReference, String>();
        var silent = "";
        int asked = 0;
        for (var reference : named) {
            if (!silent.isEmpty() || asked++ >= MOST) {
                unknown.put(reference, OptionalText.orElse(silent, MESSAGES.text("references.truncated", MOST)));
                continue;
            }
            try {
                existingNames(reference, namespace).ifPresent(names -> absent.put(reference, names));
            } catch (ProblemException problemException) {
                // Who may not look is not told that it is not there.
                unknown.put(reference, problemException.problem().headline());
                silent = problemException.problem().kind() == OperationProblemKind.FORBIDDEN ? ""
                        : problemException.problem().headline();
            }
        }
        return unknown;
    }

    /** Returns the names of existing objects if the referenced one is absent, as far as they can be listed. */
    private Optional<Set<String>> existingNames(ManifestObjectReference reference, String namespace)
            throws ProblemException, InterruptedException {
        String within;
        if (!reference.namespaced()) {
            within = "";
        } else if (reference.namespace().isEmpty()) {
            within = namespace;
        } else {
            within = reference.namespace();
        }
        if (reference.namespaced() && within.isEmpty()) {
            return Optional.empty();
        }
        var version = servedVersion(reference);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        var object = new ObjectRef(version.get(), reference.kind(), reference.plural(), within, reference.name());
        if (manifests.readLabels(object).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(listNames(object));
    }

    private Set<String> listNames(ObjectRef absent) throws InterruptedException {
        // Whoever lists Secrets may read them all, which nobody asks for the sake of a proposal.
        if (absent.kind().equals("Secret")) {
            return Set.of();
        }
        try {
            return Set.copyOf(manifests.listNames(absent).names());
        } catch (ProblemException _) {
            // That it is not there is known all the same.
            return Set.of();
        }
    }

    /** Returns the version in which the kind is served; empty if it is not. */
    private Optional<String> servedVersion(ManifestObjectReference reference)
            throws ProblemException, InterruptedException {
        var kind = reference.group() + "/" + reference.kind();
        if (!served.containsKey(kind)) {
            try {
                served.put(kind, ServedKindReader.servedVersions(manifests, reference.apiVersion(), reference.kind())
                        .stream().findFirst());
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                served.put(kind, Optional.empty());
            }
        }
        return served.getOrDefault(kind, Optional.empty());
    }
}
