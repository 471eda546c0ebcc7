package tessera.ui.launch;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Reference;
import tessera.lint.subject.References;
import tessera.lint.subject.Surroundings;
import tessera.plan.survey.Around;
import tessera.ui.Desk;
import tessera.ui.Lookup;

/** Whether the cluster has the objects that a manifest names, looked up while it is written. FX thread. */
final class NamedObjects {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final Desk desk;
    private final Lookup<Known> looking;
    private Optional<Known> known = Optional.empty();

    /** @param told called whenever something else is known */
    NamedObjects(Desk desk, Runnable told) {
        this.desk = desk;
        looking = new Lookup<>(now -> {
            known = Optional.of(now);
            told.run();
        }, why -> {
            // The preview asks once more, and says what it cannot know.
        });
    }

    /** What was asked, and what the cluster said to it. */
    private record Known(Set<Reference> named, String namespace, Surroundings around) {}

    /** What is known of a cluster by now. */
    Surroundings around(Surroundings cluster) {
        return known.map(Known::around).orElse(cluster);
    }

    /** Asks about what a manifest names by now, unless that is known. */
    void ask(Manifest manifest, String namespace, Surroundings cluster) {
        var named = Set.copyOf(References.of(manifest).keySet());
        looking.cancel();
        boolean same = known.filter(each -> each.named().equals(named) && each.namespace().equals(namespace))
                .isPresent();
        if (!same && (!named.isEmpty() || known.isPresent())) {
            looking.ask(() -> {
                Thread.sleep(PAUSE);
                return new Known(named, namespace,
                        new Around(desk.reached().lookups()).named(cluster, named, namespace));
            });
        }
    }

    /** Forgets: the cluster may have changed. */
    void forget() {
        looking.cancel();
        known = Optional.empty();
    }
}
