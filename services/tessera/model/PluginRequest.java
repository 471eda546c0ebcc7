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
public record PluginRequest(String command, String program, String arguments, String variables, String kubeconfig,
        String user) {

    private static final int LONGEST = 600;

    public PluginRequest {
        command = plain(command);
        program = plain(program);
        arguments = plain(arguments);
        variables = plain(variables);
        kubeconfig = plain(kubeconfig);
        user = plain(user);
    }

    /** A fact and what it is about. */
    public record RequestFact(String name, String valueText) {}

    /** What there is to know before one says yes, in the order in which it matters. */
    public List<RequestFact> facts() {
        var facts = new ArrayList<RequestFact>();
        facts.add(new RequestFact("Command", command));
        facts.add(new RequestFact("Program", program));
        facts.add(new RequestFact("Arguments", arguments.isEmpty() ? "none" : arguments));
        if (!variables.isEmpty()) {
            facts.add(new RequestFact("Variables", variables));
        }
        facts.add(new RequestFact("Kubeconfig", kubeconfig));
        facts.add(new RequestFact("User entry", user));
        return facts;
    }

    private static String plain(String text) {
        var line = PlainText.singleLine(text);
        return line.length() <= LONGEST ? line
                : "%s (%d characters, of which the middle is left out)".formatted(PlainText.abbreviate(line, LONGEST),
                        line.length());
    }
}
