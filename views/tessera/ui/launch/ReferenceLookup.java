package tessera.ui.launch;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.ObjectReference;
import tessera.lint.manifest.ObjectReferences;
import tessera.plan.context.ManifestContext;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;

/** Looks up whether the objects that a manifest references exist in the cluster, while it is written. FX thread. */
final class ReferenceLookup {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AppServices desk;
    private final AsyncQuery<ReferenceAnswer> looking;
    private Optional<ReferenceAnswer> known = Optional.empty();

    /** @param told called whenever something else is known */
    ReferenceLookup(AppServices desk, Runnable told) {
        this.desk = desk;
        looking = new AsyncQuery<>(now -> {
            known = Optional.of(now);
            told.run();
        }, problem -> {
            // The preview asks once more, and says what it cannot know.
        });
    }

    /** The referenced objects and the environment that they were found in. */
    private record ReferenceAnswer(Set<ObjectReference> references, String namespace,
            ManifestEnvironment environment) {}

    /** Returns the environment with the objects that were looked up so far. */
    ManifestEnvironment environment(ManifestEnvironment cluster) {
        return known.map(ReferenceAnswer::environment).orElse(cluster);
    }

    /** Looks up the objects that a manifest references, unless they are known. */
    void lookUp(Manifest manifest, String namespace, ManifestEnvironment cluster) {
        var named = Set.copyOf(ObjectReferences.referencesOf(manifest).keySet());
        looking.cancel();
        boolean same = known.filter(answer -> answer.references().equals(named) && answer.namespace().equals(namespace))
                .isPresent();
        if (!same && (!named.isEmpty() || known.isPresent())) {
            looking.submit(() -> {
                Thread.sleep(PAUSE);
                return new ReferenceAnswer(named, namespace,
                        new ManifestContext(desk.clusterServices().planLookups()).withReferences(cluster, named,
                                namespace));
            });
        }
    }

    /** Forgets the lookups, because the cluster may have changed. */
    void forget() {
        looking.cancel();
        known = Optional.empty();
    }
}
