package tessera.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.model.Problem.ProblemKind;

/** What a user may not read, told together. */
public final class ForbiddenLists {

    private static final Pattern LIST = Pattern.compile("You may not list (\\S+) in (.+)");

    private ForbiddenLists() {}

    /** Those that are told together, each once; none where a single one may not be read. */
    public static List<Problem> together(Collection<Problem> problems) {
        var closed = problems.stream().distinct().filter(why -> why.kind() == ProblemKind.FORBIDDEN).toList();
        return closed.size() > 1 ? closed : List.of();
    }

    /** What would help with them, each once. */
    public static List<String> remedies(Collection<Problem> problems) {
        return problems.stream().map(Problem::remedy).filter(words -> !words.isEmpty()).distinct().toList();
    }

    /** A line for each place where kinds may not be listed, and one for whatever is worded otherwise. */
    public static List<String> lines(Collection<Problem> problems) {
        Map<String, TreeSet<String>> places = new LinkedHashMap<>();
        var others = new ArrayList<String>();
        for (var why : problems) {
            var list = LIST.matcher(why.headline());
            if (list.matches()) {
                places.computeIfAbsent(list.group(2), place -> new TreeSet<>()).add(list.group(1));
            } else {
                others.add(why.headline());
            }
        }
        var lines = new ArrayList<String>();
        places.forEach((place, kinds) -> lines
                .add("You may not list %s in %s".formatted(ListText.joined(kinds, " or "), place)));
        lines.addAll(others);
        return lines;
    }
}
