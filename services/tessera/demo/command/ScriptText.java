package tessera.demo.command;

import java.util.ArrayList;
import java.util.List;
import tessera.demo.command.CommandScript.ScriptStep;

/** The text of a shell script, cut into simple commands. Serves once. */
final class ScriptText {

    private static final String ENDS = ";&|\n()";

    private final String text;
    private final List<ScriptStep> commands = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean quoted;
    private String joint = ";";
    private int at;

    ScriptText(String text) {
        this.text = text;
    }

    List<ScriptStep> commands() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\'' || next == '"') {
                quote(next);
            } else if (next == '\\') {
                at++;
                take();
            } else if (text.startsWith("$(", at)) {
                substitution();
            } else if (ENDS.indexOf(next) >= 0 && !redirects(next)) {
                end();
            } else if (Character.isWhitespace(next)) {
                word();
                at++;
            } else {
                take();
            }
        }
        command(";");
        return commands;
    }

    private void take() {
        if (at < text.length()) {
            word.append(text.charAt(at++));
        }
    }

    private void quote(char mark) {
        quoted = true;
        at++;
        while (at < text.length() && text.charAt(at) != mark) {
            take();
        }
        at++;
    }

    /** What another command prints is not known: its text stands for it. */
    private void substitution() {
        int open = 0;
        do {
            open += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
            take();
        } while (at < text.length() && (open > 0 || text.charAt(at - 1) == '$'));
    }

    /** Whether an ampersand belongs to a redirection. */
    private boolean redirects(char next) {
        return next == '&' && (word.toString().endsWith(">") || text.startsWith("&>", at));
    }

    private void end() {
        var two = text.substring(at, Math.min(text.length(), at + 2));
        boolean pair = two.equals("&&") || two.equals("||");
        at += pair ? 2 : 1;
        command(pair ? two : ";");
    }

    private void word() {
        if (quoted || !word.isEmpty()) {
            words.add(word.toString());
        }
        word.setLength(0);
        quoted = false;
    }

    private void command(String following) {
        word();
        if (!words.isEmpty()) {
            commands.add(new ScriptStep(joint, words));
            words.clear();
            joint = following;
        } else if (!following.equals(";")) {
            joint = following;
        }
    }
}
