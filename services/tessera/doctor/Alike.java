package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells once what many nodes have in common. */
final class Alike {

    /** So many findings of one kind are told one by one. */
    private static final int ONE_BY_ONE = 3;
    /** So many nodes are named. */
    private static final int NAMED = 100;
    /** Other numbers tell what something is: a code, a size, a version. */
    private static final Pattern AGE = Pattern.compile("\\b\\d+ (?:s|min|h|d|days?)\\b");

    private Alike() {}

    /** Ages aside, the same of many nodes is one finding, about the first of them. */
    static List<Finding> folded(List<Finding> findings) {
        var groups = new LinkedHashMap<List<Object>, List<Finding>>();
        findings.forEach(each -> groups.computeIfAbsent(key(each), _ -> new ArrayList<>()).add(each));
        var folded = new ArrayList<Finding>();
        for (var group : groups.values()) {
            if (group.size() > ONE_BY_ONE) {
                folded.add(together(group));
            } else {
                folded.addAll(group);
            }
        }
        return List.copyOf(folded);
    }

    private static List<Object> key(Finding finding) {
        if (finding.node().isEmpty() || !finding.object().equals(Finding.node(finding.node()))) {
            return List.of(finding);
        }
        return List.of(finding.id(), finding.severity(), plain(finding.headline(), finding),
                plain(finding.because(), finding), plain(finding.remedy(), finding));
    }

    private static String plain(String words, Finding finding) {
        return AGE.matcher(words.replace(finding.node(), "{node}")).replaceAll("#");
    }

    private static Finding together(List<Finding> group) {
        var first = group.getFirst();
        var others = group.stream().skip(1).map(Finding::node).sorted().toList();
        var evidence = new ArrayList<>(first.evidence());
        evidence.add("so it is with %s%s".formatted(
                String.join(", ", others.subList(0, Math.min(NAMED, others.size()))),
                others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : ""));
        return new Finding(first.id(), first.severity(), first.object(), first.node(),
                "%s · and %d more nodes".formatted(first.headline(), others.size()), first.because(), evidence,
                first.remedy(), first.commands(), mending(group));
    }

    /** Labels are changed on all of them at once; another change is that of the first. */
    private static Optional<Mending> mending(List<Finding> group) {
        var first = group.getFirst().mending();
        if (first.isPresent() && first.get() instanceof Mending.Relabel(var _, var set, var unset)) {
            var names = group.stream().flatMap(each -> each.mending().stream())
                    .filter(each -> each instanceof Mending.Relabel(var _, var others, var gone) && others.equals(set)
                            && gone.equals(unset))
                    .flatMap(each -> ((Mending.Relabel) each).nodes().stream()).distinct().toList();
            return Optional.of(new Mending.Relabel(names, set, unset));
        }
        return first;
    }
}
