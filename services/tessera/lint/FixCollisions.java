package tessera.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/** Fixes that write a key which another one writes, too, or which is there already: each would be right alone. */
final class FixCollisions {

    private static final int DEEPEST = 60;

    private final LintFix.AppliedFixes applied;
    private final Set<LintFix> late = new HashSet<>();

    private FixCollisions(LintFix.AppliedFixes applied) {
        this.applied = applied;
    }

    /** Those that have to wait; none where no fix wrote a key that stands twice. */
    static Set<LintFix> of(LintFix.AppliedFixes applied) {
        var collisions = new FixCollisions(applied);
        YamlDocuments.read(applied.text()).documents().forEach(document -> collisions.look(document, 0));
        return collisions.late;
    }

    private void look(ManifestValue value, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        for (var name : new LinkedHashSet<>(value.twice().stream().map(ManifestValue::text).toList())) {
            collide(value.entries().stream().filter(entry -> entry.name().equals(name))
                    .map(entry -> applied.writer(entry.key().begin())).toList());
        }
        value.entries().forEach(entry -> look(entry.value(), depth + 1));
        value.items().forEach(item -> look(item, depth + 1));
    }

    /** @param writers who wrote each of them; empty for what was there */
    private void collide(List<Optional<LintFix>> writers) {
        var fixes = new ArrayList<>(new LinkedHashSet<>(writers.stream().flatMap(Optional::stream).toList()));
        if (!writers.contains(Optional.<LintFix>empty()) && fixes.size() > 1) {
            fixes.removeFirst();
        }
        late.addAll(fixes);
    }
}
