package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import tessera.model.ListPermissionProblemGrouper;
import tessera.model.Problem;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;

/** Cards for unknown namespace bounds: one for everything forbidden, one for each other problem. */
final class UnreadableNamespaceLimitsCardFactory {

    private UnreadableNamespaceLimitsCardFactory() {}

    static List<Node> createCards(Collection<Problem> gaps) {
        var cards = new ArrayList<Node>();
        var closed = ListPermissionProblemGrouper.groupForbidden(gaps);
        if (!closed.isEmpty()) {
            cards.add(forbiddenCard(closed));
        }
        gaps.stream().distinct().filter(problem -> !closed.contains(problem))
                .forEach(problem -> cards.add(problemCard(problem)));
        return cards;
    }

    /** Summarizes forbidden reads; the server's similar messages are in the tooltip. */
    private static Node forbiddenCard(List<Problem> closed) {
        var box = QuotaDetailSections.sectionBox(
                TextLabelFactory.withSign(StatusGlyph.FORBIDDEN, "You may not read all that belongs here", "strong"));
        var said = closed.stream().map(Problem::problemText).collect(Collectors.joining("\n"));
        ListPermissionProblemGrouper.problemLines(closed).stream().map(line -> TextLabelFactory.wrapped(line, "small"))
                .forEach(line -> {
                    TooltipFactory.install(line, said);
                    box.getChildren().add(line);
                });
        ListPermissionProblemGrouper.remedies(closed)
                .forEach(text -> box.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted")));
        return box;
    }

    private static Node problemCard(Problem problem) {
        var box = QuotaDetailSections
                .sectionBox(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, problem.headline(), "strong"));
        List.of(problem.detail(), problem.remedy()).stream().filter(text -> !text.isEmpty())
                .forEach(text -> box.getChildren().add(TextLabelFactory.wrapped(text, "small", "muted")));
        return box;
    }
}
