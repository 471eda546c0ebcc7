package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.scene.Node;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.WordList;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Texts;
import tessera.ui.kit.Tips;

/** Why some of what bounds a namespace is not known: one card for all that may not be read, one for each of the rest. */
final class GapCards {

    private static final Pattern LIST = Pattern.compile("You may not list (\\S+) in (.+)");

    private GapCards() {}

    static List<Node> of(Collection<Problem> gaps) {
        var cards = new ArrayList<Node>();
        var closed = gaps.stream().distinct().filter(why -> why.kind() == Kind.FORBIDDEN).toList();
        if (closed.size() > 1) {
            cards.add(folded(closed));
        }
        Predicate<Problem> told = why -> closed.size() > 1 && closed.contains(why);
        gaps.stream().distinct().filter(told.negate()).forEach(why -> cards.add(card(why)));
        return cards;
    }

    /** The server's words to each are much alike: they are told to whoever points there. */
    private static Node folded(List<Problem> closed) {
        var box = Sections.section(Texts.told(Glyph.FORBIDDEN, "You may not read all that belongs here", "strong"));
        var said = closed.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
        lines(closed).stream().map(line -> Texts.wrapped(line, "small")).forEach(line -> {
            Tips.on(line, said);
            box.getChildren().add(line);
        });
        closed.stream().map(Problem::remedy).filter(words -> !words.isEmpty()).distinct()
                .forEach(words -> box.getChildren().add(Texts.wrapped(words, "small", "muted")));
        return box;
    }

    /** One for each place where kinds may not be listed, and one for whatever is worded otherwise. */
    private static List<String> lines(List<Problem> closed) {
        Map<String, TreeSet<String>> places = new LinkedHashMap<>();
        var others = new ArrayList<String>();
        for (var why : closed) {
            var list = LIST.matcher(why.headline());
            if (list.matches()) {
                places.computeIfAbsent(list.group(2), place -> new TreeSet<>()).add(list.group(1));
            } else {
                others.add(why.headline());
            }
        }
        var lines = new ArrayList<String>();
        places.forEach((place, kinds) -> lines
                .add("You may not list %s in %s".formatted(WordList.joined(kinds, " or "), place)));
        lines.addAll(others);
        return lines;
    }

    private static Node card(Problem why) {
        var box = Sections.section(Texts.told(Glyph.UNREACHABLE, why.headline(), "strong"));
        List.of(why.detail(), why.remedy()).stream().filter(words -> !words.isEmpty())
                .forEach(words -> box.getChildren().add(Texts.wrapped(words, "small", "muted")));
        return box;
    }
}
