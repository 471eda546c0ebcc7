package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import tessera.model.ForbiddenLists;
import tessera.model.Problem;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TooltipText;

/** Why some of what bounds a namespace is not known: one card for all that may not be read, one for each of the rest. */
final class GapCards {

    private GapCards() {}

    static List<Node> of(Collection<Problem> gaps) {
        var cards = new ArrayList<Node>();
        var closed = ForbiddenLists.together(gaps);
        if (!closed.isEmpty()) {
            cards.add(folded(closed));
        }
        gaps.stream().distinct().filter(why -> !closed.contains(why)).forEach(why -> cards.add(card(why)));
        return cards;
    }

    /** The server's words to each are much alike: they are told to whoever points there. */
    private static Node folded(List<Problem> closed) {
        var box = QuotaSections.section(
                SelectableText.told(StatusGlyph.FORBIDDEN, "You may not read all that belongs here", "strong"));
        var said = closed.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
        ForbiddenLists.lines(closed).stream().map(line -> SelectableText.wrapped(line, "small")).forEach(line -> {
            TooltipText.on(line, said);
            box.getChildren().add(line);
        });
        ForbiddenLists.remedies(closed)
                .forEach(words -> box.getChildren().add(SelectableText.wrapped(words, "small", "muted")));
        return box;
    }

    private static Node card(Problem why) {
        var box = QuotaSections.section(SelectableText.told(StatusGlyph.UNREACHABLE, why.headline(), "strong"));
        List.of(why.detail(), why.remedy()).stream().filter(words -> !words.isEmpty())
                .forEach(words -> box.getChildren().add(SelectableText.wrapped(words, "small", "muted")));
        return box;
    }
}
