package tessera.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.model.Problem.OperationProblemKind;

/** Groups the problems of list permissions that a user lacks. */
public final class ListPermissionProblemGrouper {

    private static final Pattern LIST = Pattern.compile("You may not list (\\S+) in (.+)");

    private ListPermissionProblemGrouper() {}

    /** Returns the problems of missing permissions, each once; none where there is only one. */
    public static List<Problem> groupForbidden(Collection<Problem> problems) {
        var closed = problems.stream().distinct().filter(problem -> problem.kind() == OperationProblemKind.FORBIDDEN)
                .toList();
        return closed.size() > 1 ? closed : List.of();
    }

    /** Returns the remedies of the problems, each once. */
    public static List<String> remedies(Collection<Problem> problems) {
        return problems.stream().map(Problem::remedy).filter(text -> !text.isEmpty()).distinct().toList();
    }

    /** Returns a line for each namespace in which kinds may not be listed, and one for each other headline. */
    public static List<String> problemLines(Collection<Problem> problems) {
        Map<String, TreeSet<String>> places = new LinkedHashMap<>();
        var others = new ArrayList<String>();
        for (var problem : problems) {
            var list = LIST.matcher(problem.headline());
            if (list.matches()) {
                places.computeIfAbsent(list.group(2), place -> new TreeSet<>()).add(list.group(1));
            } else {
                others.add(problem.headline());
            }
        }
        var lines = new ArrayList<String>();
        places.forEach((place, kinds) -> lines
                .add("You may not list %s in %s".formatted(WordListJoiner.joinWords(kinds, " or "), place)));
        lines.addAll(others);
        return lines;
    }
}
