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

/** Fixes that write a key that another fix writes as well, or that exists already, although each would be right alone. */
final class LintFixCollisionFinder {

    private static final int DEEPEST = 60;

    private final LintFix.FixApplicationResult applied;
    private final Set<LintFix> late = new HashSet<>();

    private LintFixCollisionFinder(LintFix.FixApplicationResult applied) {
        this.applied = applied;
    }

    /** Returns the fixes that have to wait; none if no fix wrote a duplicate key. */
    static Set<LintFix> collisionsOf(LintFix.FixApplicationResult applied) {
        var collisions = new LintFixCollisionFinder(applied);
        YamlDocuments.read(applied.text()).documents().forEach(document -> collisions.findDuplicates(document, 0));
        return collisions.late;
    }

    private void findDuplicates(ManifestValue value, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        for (var name : new LinkedHashSet<>(value.duplicateKeys().stream().map(ManifestValue::text).toList())) {
            addCollision(value.entries().stream().filter(entry -> entry.name().equals(name))
                    .map(entry -> applied.findWriter(entry.key().beginOffset())).toList());
        }
        value.entries().forEach(entry -> findDuplicates(entry.value(), depth + 1));
        value.items().forEach(item -> findDuplicates(item, depth + 1));
    }

    /** @param writers who wrote each of them; empty for what was there */
    private void addCollision(List<Optional<LintFix>> writers) {
        var fixes = new ArrayList<>(new LinkedHashSet<>(writers.stream().flatMap(Optional::stream).toList()));
        if (!writers.contains(Optional.<LintFix>empty()) && fixes.size() > 1) {
            fixes.removeFirst();
        }
        late.addAll(fixes);
    }
}
