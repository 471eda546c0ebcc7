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

    private static final String LIST = "list";

    private ListPermissionProblemGrouper() {}

    /** Kinds, by their resources, that the user may not list in a namespace; empty for the whole cluster. */
    record ForbiddenLists(List<String> kinds, String namespace) implements Reason {

        ForbiddenLists {
            kinds = List.copyOf(kinds);
        }
    }

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
            if (problem.reason().withoutAddedRemedy() instanceof ForbiddenRequest request
                    && request.verb().equals(LIST)) {
                places.computeIfAbsent(request.namespace(), _ -> new TreeSet<>()).add(request.qualifiedResource());
            } else {
                others.add(problem.headline());
            }
        }
        var lines = new ArrayList<String>();
        places.forEach((namespace, kinds) -> lines.add(new ForbiddenLists(List.copyOf(kinds), namespace).text()));
        lines.addAll(others);
        return lines;
    }
}
