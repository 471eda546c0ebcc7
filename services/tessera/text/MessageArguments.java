package tessera.text;

import java.text.ListFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Arguments of messages as text, number and word. */
final class MessageArguments {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MessageArguments.class);
    private static final String ABSENT = "none";

    private MessageArguments() {}

    /**
     * @param maximum the number of entries of a list that are named
     * @param type    of a list: all of it, or one of it
     */
    static String textOf(@Nullable Object argument, int maximum, ListFormat.Type type) {
        return switch (argument) {
            case null -> "";
            case Optional<?> optional -> textOf(optional.orElse(null), maximum, type);
            case Reason reason -> reason.text();
            case Duration duration -> DurationFormatter.durationText(duration);
            case Collection<?> list -> listText(list, maximum, type);
            default -> argument.toString();
        };
    }

    /** Returns the number itself, or the length of a list; 1 for anything else that is there. */
    static long countOf(@Nullable Object argument) {
        return switch (argument) {
            case null -> 0;
            case Optional<?> optional -> countOf(optional.orElse(null));
            case Number number -> number.longValue();
            case Collection<?> list -> list.size();
            default -> 1;
        };
    }

    /**
     * Returns what chooses a branch: a flag, the name of a constant, a code, the text, or {@code none} for what is absent. A text
     * “none”, such as the name of a namespace, is there and chooses none of the branches that are named.
     */
    static String wordOf(@Nullable Object argument) {
        return switch (argument) {
            case null -> ABSENT;
            case Optional<?> optional -> wordOf(optional.orElse(null));
            case Enum<?> constant -> constant.name();
            case Reason reason -> reason.code();
            case Collection<?> list -> list.isEmpty() ? ABSENT : Integer.toString(list.size());
            default -> {
                var word = argument.toString();
                if (word.isEmpty()) {
                    yield ABSENT;
                }
                yield word.equals(ABSENT) ? "" : word;
            }
        };
    }

    static String listText(Collection<?> list, int maximum, ListFormat.Type type) {
        var words = new ArrayList<String>();
        list.stream().limit(maximum).forEach(word -> words.add(textOf(word, maximum, type)));
        if (list.size() > maximum) {
            words.add(MESSAGES.text("more", list.size() - maximum));
        }
        if (words.isEmpty()) {
            return "";
        }
        var locale = DisplayLanguage.current().wordLocale();
        return ListFormat.getInstance(locale, type, ListFormat.Style.FULL).format(words);
    }
}
