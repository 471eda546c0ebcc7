package tessera.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.insight.Accelerators;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Fix;
import tessera.lint.finding.Rule.Admission;
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

    /** Of what is wrong that of which a server makes this, whatever cluster it is of. */
    public List<Finding> judged(String text, Admission admission) {
        return check(text, Optional.empty()).stream().filter(finding -> finding.rule().admission() == admission)
                .toList();
    }

    /** What was found, and what mended it. */
    public record Done(Finding finding, Fix fix) {}

    /**
     * A text that was mended.
     *
     * @param done what was done, in order
     * @param left what people have to decide
     */
    public record Mended(String text, List<Done> done, List<Finding> left) {

        public Mended {
            done = List.copyOf(done);
            left = List.copyOf(left);
        }
    }

    /** Applies every fix that nobody has to decide about, until none is left. All else of the text stays as it is. */
    public Mended mend(String text, Optional<Surroundings> cluster) {
        return mend(text, cluster, Map.of());
    }

    /**
     * Applies every fix, and of what people have to decide about the way they chose.
     *
     * @param chosen which way, from 1, by the name of a rule
     */
    public Mended mend(String text, Optional<Surroundings> cluster, Map<String, Integer> chosen) {
        var now = text;
        var done = new ArrayList<Done>();
        var findings = check(now, cluster);
        for (int round = 0; round < ROUNDS; round++) {
            var possible = next(findings.stream().flatMap(finding -> fix(finding, chosen)
                    .map(fix -> new Done(finding, fix)).stream()).toList(), round == 0 ? chosen.keySet() : Set.of());
            var applied = apply(now, possible);
            if (twice(check(applied.text(), cluster)) > twice(findings)) {
                possible = harmless(now, possible);
                applied = apply(now, possible);
            }
            if (applied.taken().isEmpty()) {
                break;
            }
            var then = check(applied.text(), cluster);
            if (broken(then) && !broken(findings)) {
                // A style of writing that edits do not know: better nothing than a damaged file.
                break;
            }
            var taken = Set.copyOf(applied.taken());
            possible.stream().filter(each -> taken.contains(each.fix())).forEach(done::add);
            now = applied.text();
            findings = then;
        }
        return new Mended(now, done, findings);
    }

    /**
     * What somebody chose comes first, that others may not take its place, and then what only takes away: of what is not there
     * any more nothing need be mended.
     */
    private static List<Done> next(List<Done> possible, Set<String> chosen) {
        var wanted = possible.stream().filter(each -> chosen.contains(each.finding().rule().id())).toList();
        if (!wanted.isEmpty()) {
            return wanted;
        }
        var removing = possible.stream().filter(each -> each.fix().removes()).toList();
        return removing.isEmpty() ? possible : removing;
    }

    private static Fix.Applied apply(String text, List<Done> possible) {
        return Fix.apply(text, possible.stream().map(Done::fix).toList());
    }

    /** Without those that write what another writes, too, or is there already: each is right alone. */
    private static List<Done> harmless(String text, List<Done> possible) {
        var good = possible;
        for (var late = Collisions.of(apply(text, good)); !late.isEmpty(); late = Collisions.of(apply(text, good))) {
            var waiting = late;
            good = good.stream().filter(each -> !waiting.contains(each.fix())).toList();
        }
        return good;
    }

    private static long twice(List<Finding> findings) {
        return findings.stream().filter(finding -> finding.rule().id().equals("key-twice")).count();
    }

    private static Optional<Fix> fix(Finding finding, Map<String, Integer> chosen) {
        int way = chosen.getOrDefault(finding.rule().id(), 0);
        return way > 0 && way <= finding.ways().size() ? Optional.of(finding.ways().get(way - 1)) : finding.fix();
    }

    private static boolean broken(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.rule().id().equals("yaml-broken"));
    }
}
