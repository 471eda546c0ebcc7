package tessera.cluster.tls;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * What there is to say when a server could not be reached at all.
 *
 * @param server   its address, fit to show
 * @param proxy    where the proxy is, empty without one
 * @param patience how long an answer was waited for
 */
public record TransportProblems(String server, String proxy, Duration patience) {

    private static final Pattern NAMES = Pattern.compile("subjectAltNames: \\[([^\\[\\]]*+)]", Pattern.DOTALL);
    private static final Pattern SUBJECT = Pattern.compile("DN: (.*)");
    private static final String NETWORK = "Check the address, the network and the VPN.";

    /** When a request failed. */
    public Problem explain(IOException e) {
        if (cause(e, TrustStore.CertificateRefusal.class) instanceof TrustStore.CertificateRefusal refusal) {
            return refused(refusal.certificate());
        }
        return switch (e) {
            case SSLPeerUnverifiedException unverified -> wrongName(unverified);
            case SSLException tls -> tls(tls);
            case UnknownHostException unknown -> new Problem(ProblemKind.UNREACHABLE,
                    "The name of " + through() + " could not be found", words(unknown), NETWORK);
            case NoRouteToHostException no ->
                new Problem(ProblemKind.UNREACHABLE, "No way leads to " + through(), words(no),
                        NETWORK);
            case ConnectException refused -> new Problem(ProblemKind.UNREACHABLE, "Nobody answers at " + through(),
                    words(refused), NETWORK);
            case SocketTimeoutException _,HttpTimeoutException _ -> slow();
            case InterruptedIOException interrupted when "timeout".equals(interrupted.getMessage()) -> slow();
            case ProtocolException protocol when words(protocol).startsWith("Unexpected status line") -> new Problem(
                    ProblemKind.UNREACHABLE, "What answers at " + through() + " does not speak HTTP", words(protocol),
                    "Check the address; perhaps the port is another's.");
            case ProtocolException protocol -> broken(protocol);
            case SocketException _,EOFException _ -> broken(e);
            default -> other(e);
        };
    }

    /** When whoever asked ended the connection itself. */
    public Problem givenUp() {
        return new Problem(ProblemKind.UNREACHABLE, "The connection to " + through() + " was given up",
                "Nothing had been heard on it for a while", "Ask again.");
    }

    private Problem slow() {
        return new Problem(ProblemKind.TIMEOUT,
                "%s did not answer within %d s".formatted(through(), Math.max(1, patience.toSeconds())), "", NETWORK);
    }

    private Problem broken(IOException e) {
        return new Problem(ProblemKind.UNREACHABLE, "The connection to " + through() + " broke off", words(e), "");
    }

    private Problem other(IOException e) {
        if (words(e).contains("CONNECT")) {
            return new Problem(ProblemKind.UNREACHABLE,
                    "The proxy " + proxy + " does not let requests through to " + server,
                    words(e), "Check the proxy in the kubeconfig or the environment.");
        }
        return broken(e);
    }

    private Problem refused(X509Certificate certificate) {
        var whose = "“" + certificate.getSubjectX500Principal().getName() + "”";
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException _) {
            return new Problem(ProblemKind.UNTRUSTED, "The certificate " + whose + " of " + server + " has expired",
                    "It was valid until " + certificate.getNotAfter().toInstant(), "Have it renewed on the server.");
        } catch (CertificateNotYetValidException _) {
            return new Problem(ProblemKind.UNTRUSTED,
                    "The certificate " + whose + " of " + server + " is not valid yet",
                    "It will be valid from " + certificate.getNotBefore().toInstant(), "Check this machine's clock.");
        }
        return new Problem(ProblemKind.UNTRUSTED, "The certificate " + whose + " of " + server + " is not trusted",
                "It was signed by “" + certificate.getIssuerX500Principal().getName() + "”",
                "Set the right certificate-authority in the kubeconfig.");
    }

    private Problem wrongName(SSLPeerUnverifiedException e) {
        var names = NAMES.matcher(words(e));
        var subject = SUBJECT.matcher(words(e));
        var detail = new StringBuilder();
        if (names.find() && !names.group(1).isBlank()) {
            detail.append("It is for ").append(names.group(1));
        } else if (subject.find()) {
            detail.append("It is for ").append(subject.group(1));
        }
        return new Problem(ProblemKind.UNTRUSTED, "The certificate of " + server + " is for another name",
                detail.toString(),
                "Use the name it is for, or set tls-server-name in the kubeconfig.");
    }

    private Problem tls(SSLException e) {
        var words = words(e).toLowerCase(Locale.ROOT);
        if (words.contains("unsupported or unrecognized") || words.contains("not an ssl")) {
            return new Problem(ProblemKind.UNREACHABLE, server + " does not speak TLS", words(e),
                    "Perhaps the address should begin with http, or the port is another.");
        }
        if (words.contains("alert") && words.contains("certificate")) {
            return new Problem(ProblemKind.UNAUTHENTICATED, server + " does not accept the client certificate",
                    words(e),
                    "Renew the client certificate in the kubeconfig.");
        }
        return new Problem(ProblemKind.UNREACHABLE, "No secure connection to " + through() + " could be made", words(e),
                "");
    }

    private String through() {
        return proxy.isEmpty() ? server : server + " through the proxy " + proxy;
    }

    private static @Nullable Throwable cause(Throwable e, Class<? extends Throwable> type) {
        var at = e;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (type.isInstance(at)) {
                return at;
            }
            at = at.getCause();
        }
        return null;
    }

    private static String words(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
