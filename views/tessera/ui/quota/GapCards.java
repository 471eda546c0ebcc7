package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import tessera.model.ForbiddenLists;
import tessera.model.Problem;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;
import tessera.ui.kit.Tips;

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
        var box = Sections.section(Texts.told(Glyph.FORBIDDEN, "You may not read all that belongs here", "strong"));
        var said = closed.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
        ForbiddenLists.lines(closed).stream().map(line -> Texts.wrapped(line, "small")).forEach(line -> {
            Tips.on(line, said);
            box.getChildren().add(line);
        });
        ForbiddenLists.remedies(closed)
                .forEach(words -> box.getChildren().add(Texts.wrapped(words, "small", "muted")));
        return box;
    }

    private static Node card(Problem why) {
        var box = Sections.section(Texts.told(Glyph.UNREACHABLE, why.headline(), "strong"));
        List.of(why.detail(), why.remedy()).stream().filter(words -> !words.isEmpty())
                .forEach(words -> box.getChildren().add(Texts.wrapped(words, "small", "muted")));
        return box;
    }
}
