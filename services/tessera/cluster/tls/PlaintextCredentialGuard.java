package tessera.cluster.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Guard against logins sent without TLS to another machine, where anybody on the way can read them, unless that is allowed. */
public final class PlaintextCredentialGuard {

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-f:]+");

    private PlaintextCredentialGuard() {}

    /**
     * Refuses to send a login over a network without TLS.
     *
     * @param encrypted whether the server is reached over TLS
     * @throws ProblemException where a login for that server could be read on the way to it
     */
    public static void refuseLogin(boolean encrypted, String host, ProcessEnvironment environment)
            throws ProblemException {
        if (!encrypted && !isThisMachine(host) && !environment.allowsPlainHttp()) {
            throw new ProblemException(OperationProblemKind.UNTRUSTED,
                    new ServerConnectionReason.PlaintextLogin(host, ProcessEnvironment.PLAIN_HTTP));
        }
    }

    /** Returns whether a host is this machine by its name alone; no DNS query is made. */
    public static boolean isThisMachine(String host) {
        var name = host.toLowerCase(Locale.ROOT).replaceFirst("^\\[(.*)]$", "$1");
        if (name.equals("localhost")) {
            return true;
        }
        try {
            return LITERAL.matcher(name).matches() && InetAddress.getByName(name).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }
}
