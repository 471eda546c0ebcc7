package tessera.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.Reason;

/** Groups the problems of list permissions that a user lacks. */
public final class ListPermissionProblemGrouper {

    /** Lists that the user may not read, in one namespace or the whole cluster. */
    record ListsDenied(String resources, String namespace) implements Reason {}

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
        Map<String, TreeSet<String>> resources = new LinkedHashMap<>();
        var others = new ArrayList<String>();
        for (var problem : problems) {
            if (problem.reason() instanceof DeniedRequest denied && denied.verb().equals("list")) {
                resources.computeIfAbsent(denied.namespace(), _ -> new TreeSet<>()).add(
                        denied.group().isEmpty() ? denied.resource() : denied.resource() + "." + denied.group());
            } else {
                others.add(problem.headline());
            }
        }
        var lines = new ArrayList<String>();
        resources.forEach((namespace, names) -> lines
                .add(new ListsDenied(WordListJoiner.joinWords(names, " or "), namespace).text()));
        lines.addAll(others);
        return lines;
    }
}
