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
import tessera.model.Problem.OperationProblemKind;

/**
 * Problems of connections to a server that could not be reached.
 *
 * @param server   its address, fit to show
 * @param proxy    where the proxy is, empty without one
 * @param timeout how long an answer was waited for
 */
public record ConnectionProblemTranslator(String server, String proxy, Duration timeout) {

    private static final Pattern NAMES = Pattern.compile("subjectAltNames: \\[([^\\[\\]]*+)]", Pattern.DOTALL);
    private static final Pattern SUBJECT = Pattern.compile("DN: (.*)");
    private static final String NETWORK = "Check the address, the network and the VPN.";

    /** Returns the problem behind a failed request. */
    public Problem explain(IOException e) {
        if (findCause(e,
                ClusterTrustManagerFactory.RejectedCertificateException.class) instanceof ClusterTrustManagerFactory.RejectedCertificateException refusal) {
            return untrustedCertificate(refusal.faultyCertificate());
        }
        return switch (e) {
            case SSLPeerUnverifiedException unverified -> wrongHostName(unverified);
            case SSLException tls -> tlsProblem(tls);
            case UnknownHostException unknown -> new Problem(OperationProblemKind.UNREACHABLE,
                    "The name of " + serverLabel() + " could not be found", messageOf(unknown), NETWORK);
            case NoRouteToHostException no ->
                new Problem(OperationProblemKind.UNREACHABLE, "No way leads to " + serverLabel(), messageOf(no),
                        NETWORK);
            case ConnectException refused ->
                new Problem(OperationProblemKind.UNREACHABLE, "Nobody answers at " + serverLabel(),
                        messageOf(refused), NETWORK);
            case SocketTimeoutException _,HttpTimeoutException _ -> timeoutProblem();
            case InterruptedIOException interrupted when "timeout".equals(interrupted.getMessage()) -> timeoutProblem();
            case ProtocolException protocol when messageOf(protocol).startsWith("Unexpected status line") ->
                new Problem(
                        OperationProblemKind.UNREACHABLE, "What answers at " + serverLabel() + " does not speak HTTP",
                        messageOf(protocol),
                        "Check the address; perhaps the port is another's.");
            case ProtocolException protocol -> brokenConnection(protocol);
            case SocketException _,EOFException _ -> brokenConnection(e);
            default -> otherProblem(e);
        };
    }

    /** Returns the problem of a connection that the client itself ended. */
    public Problem cancelledProblem() {
        return new Problem(OperationProblemKind.UNREACHABLE, "The connection to " + serverLabel() + " was given up",
                "Nothing had been heard on it for a while", "Ask again.");
    }

    private Problem timeoutProblem() {
        return new Problem(OperationProblemKind.TIMEOUT,
                "%s did not answer within %d s".formatted(serverLabel(), Math.max(1, timeout.toSeconds())), "",
                NETWORK);
    }

    private Problem brokenConnection(IOException e) {
        return new Problem(OperationProblemKind.UNREACHABLE, "The connection to " + serverLabel() + " broke off",
                messageOf(e),
                "");
    }

    private Problem otherProblem(IOException e) {
        if (messageOf(e).contains("CONNECT")) {
            return new Problem(OperationProblemKind.UNREACHABLE,
                    "The proxy " + proxy + " does not let requests through to " + server,
                    messageOf(e), "Check the proxy in the kubeconfig or the environment.");
        }
        return brokenConnection(e);
    }

    private Problem untrustedCertificate(X509Certificate certificate) {
        var whose = "“" + certificate.getSubjectX500Principal().getName() + "”";
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException _) {
            return new Problem(OperationProblemKind.UNTRUSTED,
                    "The certificate " + whose + " of " + server + " has expired",
                    "It was valid until " + certificate.getNotAfter().toInstant(), "Have it renewed on the server.");
        } catch (CertificateNotYetValidException _) {
            return new Problem(OperationProblemKind.UNTRUSTED,
                    "The certificate " + whose + " of " + server + " is not valid yet",
                    "It will be valid from " + certificate.getNotBefore().toInstant(), "Check this machine's clock.");
        }
        return new Problem(OperationProblemKind.UNTRUSTED,
                "The certificate " + whose + " of " + server + " is not trusted",
                "It was signed by “" + certificate.getIssuerX500Principal().getName() + "”",
                "Set the right certificate-authority in the kubeconfig.");
    }

    private Problem wrongHostName(SSLPeerUnverifiedException e) {
        var names = NAMES.matcher(messageOf(e));
        var subject = SUBJECT.matcher(messageOf(e));
        var detail = new StringBuilder();
        if (names.find() && !names.group(1).isBlank()) {
            detail.append("It is for ").append(names.group(1));
        } else if (subject.find()) {
            detail.append("It is for ").append(subject.group(1));
        }
        return new Problem(OperationProblemKind.UNTRUSTED, "The certificate of " + server + " is for another name",
                detail.toString(),
                "Use the name it is for, or set tls-server-name in the kubeconfig.");
    }

    private Problem tlsProblem(SSLException e) {
        var text = messageOf(e).toLowerCase(Locale.ROOT);
        if (text.contains("unsupported or unrecognized") || text.contains("not an ssl")) {
            return new Problem(OperationProblemKind.UNREACHABLE, server + " does not speak TLS", messageOf(e),
                    "Perhaps the address should begin with http, or the port is another.");
        }
        if (text.contains("alert") && text.contains("certificate")) {
            return new Problem(OperationProblemKind.UNAUTHENTICATED, server + " does not accept the client certificate",
                    messageOf(e),
                    "Renew the client certificate in the kubeconfig.");
        }
        return new Problem(OperationProblemKind.UNREACHABLE,
                "No secure connection to " + serverLabel() + " could be made",
                messageOf(e),
                "");
    }

    private String serverLabel() {
        return proxy.isEmpty() ? server : server + " through the proxy " + proxy;
    }

    private static @Nullable Throwable findCause(Throwable e, Class<? extends Throwable> type) {
        var at = e;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (type.isInstance(at)) {
                return at;
            }
            at = at.getCause();
        }
        return null;
    }

    private static String messageOf(IOException e) {
        if (e.getMessage() == null) {
            return e.getClass().getSimpleName();
        }
        return e.getMessage();
    }
}
