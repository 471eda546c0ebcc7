package tessera.app.cli;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.text.MessageCatalog;

/** The question at a terminal whether a program may be run that a kubeconfig names. */
final class CredentialPluginTerminalPrompt {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CredentialPluginTerminalPrompt.class);
    private static final int LONGEST_ANSWER = 100;

    private CredentialPluginTerminalPrompt() {}

    /** Whether somebody sits there who can read the question and answer it, wherever the answer of the command goes. */
    static boolean possible() throws InterruptedException {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        }
        try {
            return new ProcessBuilder(List.of("sh", "-c", "test -t 0 && test -t 2")).inheritIO().start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    /** Asks; anything but a yes is a no. */
    static boolean ask(CredentialPluginApprovalRequest request, CommandLine command, InputStream answers)
            throws IOException {
        var screen = command.getErr();
        screen.println(MESSAGES.text("plugin.new"));
        int widest = request.facts().stream().mapToInt(fact -> fact.name().length()).max().orElse(0);
        request.facts().forEach(fact -> screen.println(
                "  %s  %s".formatted(fact.name() + " ".repeat(widest - fact.name().length()), fact.valueText())));
        screen.print(MESSAGES.text("plugin.confirm") + " ");
        screen.flush();
        var answer = line(answers).strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /** No further than the end of the line: what comes after it is for somebody else. */
    private static String line(InputStream answers) throws IOException {
        var line = new byte[LONGEST_ANSWER];
        int length = 0;
        for (int sign = answers.read(); sign >= 0 && sign != '\n'; sign = answers.read()) {
            if (length < line.length) {
                line[length++] = (byte) sign;
            }
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }
}
