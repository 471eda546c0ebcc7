package tessera.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A program that a kubeconfig names to get credentials from, as the user is asked about it. Its words are those of whoever wrote the
 * kubeconfig: they are in one line each, cut where they are long, and hold nothing that is obeyed.
 *
 * @param command    as the kubeconfig names it
 * @param program    the file that is run
 * @param arguments  what it is given, as a shell would take it; empty for nothing
 * @param variables  environment variables that are set for it, in the same way
 * @param kubeconfig the file that names it
 * @param user       the entry that names it
 */
public record CredentialPluginApprovalRequest(String command, String program, String arguments, String variables,
        String kubeconfig,
        String user) {

    private static final int LONGEST = 600;

    public CredentialPluginApprovalRequest {
        command = shortenedText(command);
        program = shortenedText(program);
        arguments = shortenedText(arguments);
        variables = shortenedText(variables);
        kubeconfig = shortenedText(kubeconfig);
        user = shortenedText(user);
    }

    /** A fact and what it is about. */
    public record CredentialPluginFact(String name, String valueText) {}

    /** What there is to know before one says yes, in the order in which it matters. */
    public List<CredentialPluginFact> facts() {
        var facts = new ArrayList<CredentialPluginFact>();
        facts.add(new CredentialPluginFact("Command", command));
        facts.add(new CredentialPluginFact("Program", program));
        facts.add(new CredentialPluginFact("Arguments", arguments.isEmpty() ? "none" : arguments));
        if (!variables.isEmpty()) {
            facts.add(new CredentialPluginFact("Variables", variables));
        }
        facts.add(new CredentialPluginFact("Kubeconfig", kubeconfig));
        facts.add(new CredentialPluginFact("User entry", user));
        return facts;
    }

    private static String shortenedText(String text) {
        var line = ForeignTextSanitizer.singleLine(text);
        if (line.length() <= LONGEST) {
            return line;
        }
        return "%s (%d characters, of which the middle is left out)".formatted(
                ForeignTextSanitizer.abbreviate(line, LONGEST),
                line.length());
    }
}
