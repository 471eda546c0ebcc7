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
import tessera.cluster.tls.ServerConnectionReason.ClientCertificateDenied;
import tessera.cluster.tls.ServerConnectionReason.IdleConnectionClosed;
import tessera.cluster.tls.ServerConnectionReason.ProxyTunnelDenied;
import tessera.cluster.tls.ServerConnectionReason.ServerCertificateExpired;
import tessera.cluster.tls.ServerConnectionReason.ServerCertificateNameMismatch;
import tessera.cluster.tls.ServerConnectionReason.ServerCertificateNotYetValid;
import tessera.cluster.tls.ServerConnectionReason.ServerCertificateUntrusted;
import tessera.cluster.tls.ServerConnectionReason.ServerConnectionLost;
import tessera.cluster.tls.ServerConnectionReason.ServerNameUnresolved;
import tessera.cluster.tls.ServerConnectionReason.ServerNotHttp;
import tessera.cluster.tls.ServerConnectionReason.ServerNotTls;
import tessera.cluster.tls.ServerConnectionReason.ServerRoute;
import tessera.cluster.tls.ServerConnectionReason.ServerTimedOut;
import tessera.cluster.tls.ServerConnectionReason.ServerUnreachable;
import tessera.cluster.tls.ServerConnectionReason.ServerUnroutable;
import tessera.cluster.tls.ServerConnectionReason.TlsHandshakeFailed;
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

    /** Returns the problem behind a failed request. */
    public Problem explain(IOException e) {
        var reason = reasonFor(e);
        return switch (reason) {
            case ServerCertificateExpired _,ServerCertificateNotYetValid _,ServerCertificateUntrusted _,ServerCertificateNameMismatch _ ->
                Problem.of(OperationProblemKind.UNTRUSTED, reason);
            case ServerTimedOut _ -> Problem.of(OperationProblemKind.TIMEOUT, reason);
            case ClientCertificateDenied _ ->
                Problem.of(OperationProblemKind.UNAUTHENTICATED, reason).withDetail(messageOf(e));
            default -> Problem.of(OperationProblemKind.UNREACHABLE, reason).withDetail(messageOf(e));
        };
    }

    /** Returns the reason of a failed request. */
    public ServerConnectionReason reasonFor(IOException e) {
        if (findCause(e,
                ClusterTrustManagerFactory.RejectedCertificateException.class) instanceof ClusterTrustManagerFactory.RejectedCertificateException refusal) {
            return distrustReason(refusal.faultyCertificate());
        }
        return switch (e) {
            case SSLPeerUnverifiedException unverified -> nameMismatch(unverified);
            case SSLException tls -> tlsReason(tls);
            case UnknownHostException _ -> new ServerNameUnresolved(route());
            case NoRouteToHostException _ -> new ServerUnroutable(route());
            case ConnectException _ -> new ServerUnreachable(route());
            case SocketTimeoutException _,HttpTimeoutException _ -> timedOut();
            case InterruptedIOException interrupted when "timeout".equals(interrupted.getMessage()) -> timedOut();
            case ProtocolException protocol when messageOf(protocol).startsWith("Unexpected status") ->
                new ServerNotHttp(route());

            default -> otherReason(e);
        };
    }

    /** Returns the problem of a connection that the client itself ended. */
    public Problem cancelledProblem() {
        return Problem.of(OperationProblemKind.UNREACHABLE, new IdleConnectionClosed(route()));
    }

    private ServerConnectionReason timedOut() {
        return new ServerTimedOut(route(), Math.max(1, timeout.toSeconds()));
    }

    private ServerConnectionReason otherReason(IOException e) {
        boolean tunnelDenied = !(e instanceof SocketException || e instanceof EOFException
                || e instanceof ProtocolException) && messageOf(e).contains("CONNECT");
        return tunnelDenied ? new ProxyTunnelDenied(proxy, server) : new ServerConnectionLost(route());
    }

    private ServerConnectionReason distrustReason(X509Certificate certificate) {
        var subject = certificate.getSubjectX500Principal().getName();
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException _) {
            return new ServerCertificateExpired(subject, server, certificate.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException _) {
            return new ServerCertificateNotYetValid(subject, server, certificate.getNotBefore().toInstant());
        }
        return new ServerCertificateUntrusted(subject, server, certificate.getIssuerX500Principal().getName());
    }

    private ServerConnectionReason nameMismatch(SSLPeerUnverifiedException e) {
        var names = NAMES.matcher(messageOf(e));
        var subject = SUBJECT.matcher(messageOf(e));
        var certified = "";
        if (names.find() && !names.group(1).isBlank()) {
            certified = names.group(1);
        } else if (subject.find()) {
            certified = subject.group(1);
        }
        return new ServerCertificateNameMismatch(server, certified);
    }

    private ServerConnectionReason tlsReason(SSLException e) {
        var text = messageOf(e).toLowerCase(Locale.ROOT);
        if (text.contains("or unrecognized") || text.contains("an ssl")) {
            return new ServerNotTls(server);
        }
        return text.contains("alert") && text.contains("certificate") ? new ClientCertificateDenied(server)
                : new TlsHandshakeFailed(route());
    }

    private ServerRoute route() {
        return new ServerRoute(server, proxy);
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
