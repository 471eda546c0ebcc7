package tessera.demo.command;

import java.util.ArrayList;
import java.util.List;
import tessera.demo.command.SimulatedContainerCommandList.SimpleShellCommand;

/** The text of a shell script, split into simple commands. Serves once. */
final class ShellScriptSplitter {

    private static final String ENDS = ";&|\n()";

    private final String text;
    private final List<SimpleShellCommand> commands = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean quoted;
    private String joint = ";";
    private int at;

    ShellScriptSplitter(String text) {
        this.text = text;
    }

    List<SimpleShellCommand> parseCommands() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\'' || next == '"') {
                readQuote(next);
            } else if (next == '\\') {
                at++;
                appendCharacter();
            } else if (text.startsWith("$(", at)) {
                readSubstitution();
            } else if (ENDS.indexOf(next) >= 0 && !isRedirection(next)) {
                readOperator();
            } else if (Character.isWhitespace(next)) {
                endWord();
                at++;
            } else {
                appendCharacter();
            }
        }
        endCommand(";");
        return commands;
    }

    private void appendCharacter() {
        if (at < text.length()) {
            word.append(text.charAt(at++));
        }
    }

    private void readQuote(char mark) {
        quoted = true;
        at++;
        while (at < text.length() && text.charAt(at) != mark) {
            appendCharacter();
        }
        at++;
    }

    /** Appends a command substitution as its own text, because its output is not known. */
    private void readSubstitution() {
        int open = 0;
        do {
            if (text.charAt(at) == '(') {
                open += 1;
            } else if (text.charAt(at) == ')') {
                open += -1;
            } else {
                open += 0;
            }
            appendCharacter();
        } while (at < text.length() && (open > 0 || text.charAt(at - 1) == '$'));
    }

    /** Returns whether an ampersand belongs to a redirection. */
    private boolean isRedirection(char next) {
        return next == '&' && (word.toString().endsWith(">") || text.startsWith("&>", at));
    }

    private void readOperator() {
        var two = text.substring(at, Math.min(text.length(), at + 2));
        boolean pair = two.equals("&&") || two.equals("||");
        at += pair ? 2 : 1;
        endCommand(pair ? two : ";");
    }

    private void endWord() {
        if (quoted || !word.isEmpty()) {
            texts.add(word.toString());
        }
        word.setLength(0);
        quoted = false;
    }

    private void endCommand(String following) {
        endWord();
        if (!texts.isEmpty()) {
            commands.add(new SimpleShellCommand(joint, texts));
            texts.clear();
            joint = following;
        } else if (!following.equals(";")) {
            joint = following;
        }
    }
}
