package tessera.cluster.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Guard against logins sent without TLS to another machine, where anybody on the way can read them, unless that is allowed. */
public final class PlainHttp {

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-f:]+");

    private PlainHttp() {}

    /**
     * Refuses to send a login over a network without TLS.
     *
     * @throws Failure where a login for that server could be read on the way to it
     */
    public static void refuseLogin(HttpUrl server, ProcessEnvironment environment) throws Failure {
        if (!server.isHttps() && !isThisMachine(server.host()) && !environment.allowsPlainHttp()) {
            throw new Failure(new Problem(ProblemKind.UNTRUSTED,
                    "The login for %s would be sent without TLS".formatted(server.host()),
                    "Anybody on the way could read and use it",
                    "Use https, or allow it with " + ProcessEnvironment.PLAIN_HTTP
                            + " if nobody else is on that way."));
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
