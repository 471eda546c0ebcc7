package tessera.ui.launch;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestExternalReferences;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.plan.context.LintClusterContextReader;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;

/** Looks up whether the objects that a manifest references exist in the cluster, while it is written. FX thread. */
final class ManifestReferenceLookup {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AppServices services;
    private final BackgroundQuery<ReferenceLookupResult> backgroundQuery;
    private Optional<ReferenceLookupResult> lastResult = Optional.empty();

    /** @param told called whenever something else is known */
    ManifestReferenceLookup(AppServices services, Runnable told) {
        this.services = services;
        backgroundQuery = new BackgroundQuery<>(now -> {
            lastResult = Optional.of(now);
            told.run();
        }, problem -> {
            // The preview asks once more, and says what it cannot know.
        });
    }

    /** The referenced objects and the environment that they were found in. */
    private record ReferenceLookupResult(Set<ManifestObjectReference> references, String namespace,
            ManifestTargetCluster environment) {}

    /** Returns the environment with the objects that were looked up so far. */
    ManifestTargetCluster environment(ManifestTargetCluster cluster) {
        return lastResult.map(ReferenceLookupResult::environment).orElse(cluster);
    }

    /** Looks up the objects that a manifest references, unless they are known. */
    void lookUp(KubernetesManifest kubernetesManifest, String namespace, ManifestTargetCluster cluster) {
        var named = Set.copyOf(ManifestExternalReferences.referencesOf(kubernetesManifest).keySet());
        backgroundQuery.cancel();
        boolean same = lastResult
                .filter(answer -> answer.references().equals(named) && answer.namespace().equals(namespace))
                .isPresent();
        if (!same && (!named.isEmpty() || lastResult.isPresent())) {
            backgroundQuery.submit(() -> {
                Thread.sleep(PAUSE);
                return new ReferenceLookupResult(named, namespace,
                        new LintClusterContextReader(services.clusterServices().planLookups()).withReferences(cluster,
                                named,
                                namespace));
            });
        }
    }

    /** Forgets the lookups, because the cluster may have changed. */
    void forget() {
        backgroundQuery.cancel();
        lastResult = Optional.empty();
    }
}
