package tessera.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.insight.Accelerators;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Fix;
import tessera.lint.finding.RuleBook;
import tessera.lint.rule.Checks;
import tessera.lint.rule.Facts;
import tessera.lint.rule.Look;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.Surroundings;
import tessera.mig.MigProducts;

/** Finds what is wrong with manifests, and mends what can be mended. Pure; safe for use by several threads. */
public final class Linter {

    private static final int ROUNDS = 12;

    private final Look.Known known;

    /** @param accelerators which resources are accelerators */
    public Linter(Accelerators accelerators) {
        known = new Look.Known(RuleBook.bundled(), accelerators, MigProducts.bundled(), Facts.bundled());
    }

    /** The rules that it goes by. */
    public RuleBook rules() {
        return known.rules();
    }

    /**
     * Looks at a text, YAML or JSON, with as many objects as there are.
     *
     * @param cluster what it is meant for; empty where that is not known
     */
    public List<Finding> check(String text, Optional<Surroundings> cluster) {
        return check(Manifest.read(text), cluster);
    }

    /** Looks at what was read already. */
    public List<Finding> check(Manifest manifest, Optional<Surroundings> cluster) {
        var look = new Look(known, manifest, cluster);
        Checks.run(look);
        return look.findings();
    }

    /**
     * A text that was mended.
     *
     * @param done what was done, in order
     * @param left what people have to decide
     */
    public record Mended(String text, List<Finding> done, List<Finding> left) {

        public Mended {
            done = List.copyOf(done);
            left = List.copyOf(left);
        }
    }

    /** Applies every fix there is, until none is left. All else of the text stays as it is. */
    public Mended mend(String text, Optional<Surroundings> cluster) {
        var now = text;
        var done = new ArrayList<Finding>();
        var findings = check(now, cluster);
        for (int round = 0; round < ROUNDS; round++) {
            var applied = Fix.apply(now, findings.stream().flatMap(finding -> finding.fix().stream()).toList());
            if (applied.taken().isEmpty()) {
                break;
            }
            var then = check(applied.text(), cluster);
            if (broken(then) && !broken(findings)) {
                // A style of writing that edits do not know: better nothing than a damaged file.
                break;
            }
            findings.stream().filter(finding -> finding.fix().filter(applied.taken()::contains).isPresent())
                    .forEach(done::add);
            now = applied.text();
            findings = then;
        }
        return new Mended(now, done, findings);
    }

    private static boolean broken(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.rule().id().equals("yaml-broken"));
    }
}
