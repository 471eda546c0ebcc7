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
import tessera.plan.context.SharingSetup.PluginKeeper;

/** What manifests are checked against, read of the cluster that they are meant for. Waits for it. */
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
     * What is known of the cluster as far as some manifests go by it.
     *
     * @param kinds     in which versions it serves a kind, by {@code apiVersion/kind}
     * @param namespace that of objects that name none; empty where that is not known
     */
    public ManifestEnvironment read(Snapshot snapshot, Map<String, List<String>> kinds, Collection<Manifest> texts,
            String namespace) throws Failure, InterruptedException {
        var around = named(bare(snapshot, kinds, manifests), named(texts), namespace);
        return texts.stream().anyMatch(ManifestContext::shares) ? told().map(around::told).orElse(around) : around;
    }

    /** What is known of a cluster, whatever a manifest names. */
    public static ManifestEnvironment bare(Snapshot snapshot, Map<String, List<String>> kinds,
            ManifestLookups manifests)
            throws Failure, InterruptedException {
        var listed = KindSupply.listed(manifests);
        var classes = new HashMap<>(listed.names());
        var namespaces = Optional.ofNullable(classes.remove("Namespace"));
        return new ManifestEnvironment(snapshot, kinds, manifests.claimed(), namespaces, classes)
                .unlisted(listed.gaps())
                .growing(grows(manifests));
    }

    /** Whether Karpenter or the cluster autoscaler is seen; where that cannot be looked at, it is as if there were none. */
    private static boolean grows(ManifestLookups manifests) throws InterruptedException {
        try {
            return !KindSupply.versions(manifests, "karpenter.sh/v1", "NodePool").isEmpty()
                    || manifests.labels(AUTOSCALER).isPresent();
        } catch (Failure _) {
            return false;
        }
    }

    /** What is known of a cluster, and whether it has what is named. */
    public ManifestEnvironment named(ManifestEnvironment around, Collection<ObjectReference> references,
            String namespace)
            throws InterruptedException {
        var absent = new HashMap<ObjectReference, Set<String>>();
        var unknown = unknown(references, namespace, absent);
        return around.lacking(absent).unknown(unknown);
    }

    private static boolean shares(Manifest manifest) {
        return manifest.objects().stream().filter(object -> object.is("", "ConfigMap"))
                .anyMatch(map -> map.at("data").entries().stream()
                        .anyMatch(entry -> SHARING.matcher(entry.value().text()).find()));
    }

    /** Where its device plugins look for configurations; empty where nobody is known to tell them. */
    private Optional<String> told() throws InterruptedException {
        try {
            var setup = lookups.sharing();
            return setup.gap().isPresent() || setup.keeper().kind() == PluginKeeper.KeeperKind.NONE
                    || setup.told().assumed()
                            ? Optional.empty()
                            : Optional.of(setup.told().map());
        } catch (Failure _) {
            // Then it is told as what nobody knows.
            return Optional.empty();
        }
    }

    /** As they stand in the texts. */
    private static List<ObjectReference> named(Collection<Manifest> texts) {
        var named = new LinkedHashSet<ObjectReference>();
        texts.forEach(text -> named.addAll(ObjectReferences.of(text).keySet()));
        return List.copyOf(named);
    }

    /**
     * Why it is not known whether there are some of them. A cluster that did not answer once is not asked for the others.
     *
     * @param absent takes those that there are not
     */
    private Map<ObjectReference, String> unknown(Collection<ObjectReference> named, String namespace,
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
                instead(reference, namespace).ifPresent(names -> absent.put(reference, names));
            } catch (Failure failure) {
                // Who may not look is not told that it is not there.
                unknown.put(reference, failure.problem().headline());
                silent = failure.problem().kind() == ProblemKind.FORBIDDEN ? "" : failure.problem().headline();
            }
        }
        return unknown;
    }

    /** Where it is not there: the names of those that are, as far as they may be listed. */
    private Optional<Set<String>> instead(ObjectReference reference, String namespace)
            throws Failure, InterruptedException {
        var within = !reference.namespaced() ? ""
                : reference.namespace().isEmpty() ? namespace : reference.namespace();
        if (reference.namespaced() && within.isEmpty()) {
            return Optional.empty();
        }
        var version = version(reference);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        var object = new ObjectRef(version.get(), reference.kind(), reference.plural(), within, reference.name());
        return manifests.labels(object).isPresent() ? Optional.empty() : Optional.of(names(object));
    }

    private Set<String> names(ObjectRef absent) throws InterruptedException {
        // Whoever lists Secrets may read them all, which nobody asks for the sake of a proposal.
        if (absent.kind().equals("Secret")) {
            return Set.of();
        }
        try {
            return Set.copyOf(manifests.names(absent).found());
        } catch (Failure _) {
            // That it is not there is known all the same.
            return Set.of();
        }
    }

    /** In which its kind is served; empty where it is not. */
    private Optional<String> version(ObjectReference reference) throws Failure, InterruptedException {
        var kind = reference.group() + "/" + reference.kind();
        if (!served.containsKey(kind)) {
            try {
                served.put(kind, KindSupply.versions(manifests, reference.apiVersion(), reference.kind()).stream()
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
