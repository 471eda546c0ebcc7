package tessera.ui.kit;

import java.util.Locale;

/**
 * Score of how well a name matches typed letters, which must occur in order; runs, word starts and capitals count more.
 */
public final class FuzzyMatchScorer {

    private static final int RUN = 5;
    private static final int WORD = 8;
    private static final int WHOLE = 40;

    private FuzzyMatchScorer() {}

    /** Returns the score, higher is better; −1 for no match. An empty wish matches everything equally. */
    public static int score(String typed, String name) {
        var wish = typed.toLowerCase(Locale.ROOT).replace(" ", "");
        var text = name.toLowerCase(Locale.ROOT);
        if (wish.isEmpty()) {
            return 0;
        }
        int score = text.contains(wish) || (wish.length() > 1 && capitalsOf(name).contains(wish)) ? WHOLE : 0;
        int from = 0;
        int last = -2;
        for (int i = 0; i < wish.length(); i++) {
            int at = text.indexOf(wish.charAt(i), from);
            if (at < 0) {
                return -1;
            }
            if (at == last + 1) {
                score += RUN;
            }
            if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) {
                score += WORD;
            }
            last = at;
            from = at + 1;
        }
        return score * 100 - Math.min(99, text.length());
    }

    private static String capitalsOf(String name) {
        var capitals = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (Character.isUpperCase(name.charAt(i))) {
                capitals.append(Character.toLowerCase(name.charAt(i)));
            }
        }
        return capitals.toString();
    }
}
