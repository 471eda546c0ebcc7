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

/** Whether the cluster has the objects that a manifest names, looked up while it is written. FX thread. */
final class NamedObjects {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AppServices desk;
    private final AsyncQuery<NamedAnswer> looking;
    private Optional<NamedAnswer> known = Optional.empty();

    /** @param told called whenever something else is known */
    NamedObjects(AppServices desk, Runnable told) {
        this.desk = desk;
        looking = new AsyncQuery<>(now -> {
            known = Optional.of(now);
            told.run();
        }, why -> {
            // The preview asks once more, and says what it cannot know.
        });
    }

    /** What was asked, and what the cluster said to it. */
    private record NamedAnswer(Set<ObjectReference> named, String namespace, ManifestEnvironment around) {}

    /** What is known of a cluster by now. */
    ManifestEnvironment around(ManifestEnvironment cluster) {
        return known.map(NamedAnswer::around).orElse(cluster);
    }

    /** Asks about what a manifest names by now, unless that is known. */
    void ask(Manifest manifest, String namespace, ManifestEnvironment cluster) {
        var named = Set.copyOf(ObjectReferences.of(manifest).keySet());
        looking.cancel();
        boolean same = known.filter(each -> each.named().equals(named) && each.namespace().equals(namespace))
                .isPresent();
        if (!same && (!named.isEmpty() || known.isPresent())) {
            looking.ask(() -> {
                Thread.sleep(PAUSE);
                return new NamedAnswer(named, namespace,
                        new ManifestContext(desk.reached().lookups()).named(cluster, named, namespace));
            });
        }
    }

    /** Forgets: the cluster may have changed. */
    void forget() {
        looking.cancel();
        known = Optional.empty();
    }
}
