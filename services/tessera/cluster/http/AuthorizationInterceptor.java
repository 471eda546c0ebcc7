package tessera.cluster.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import tessera.cluster.credential.ClusterCredentialCache;
import tessera.cluster.credential.RequestCredentials;
import tessera.cluster.tls.ReplaceableClientCertificate;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * Interceptor that adds the credential and the impersonation headers to each request. A login that the server refuses is renewed once, and the request sent again.
 */
public final class AuthorizationInterceptor implements Interceptor {

    private static final int UNAUTHORIZED = 401;
    private static final String HEADER = "Authorization";

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AuthorizationInterceptor.class);

    private final ClusterCredentialCache credentials;
    private final ReplaceableClientCertificate identity;
    private final ConnectionPool connections;
    private final String agent;

    /**
     * A user of a client.
     *
     * @param identity    what new connections present
     * @param connections that were made with an older identity and must not be used again
     * @param agent       what the client calls itself
     */
    public AuthorizationInterceptor(ClusterCredentialCache credentials, ReplaceableClientCertificate identity,
            ConnectionPool connections, String agent) {
        this.credentials = credentials;
        this.identity = identity;
        this.connections = connections;
        this.agent = agent;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        // A write that may have arrived is not sent again behind the user's back.
        boolean repeatable = chain.request().method().equals("GET") || chain.request().method().equals("HEAD");
        var careful = repeatable ? chain : chain.withRetryOnConnectionFailure(false);
        try {
            var requestCredentials = currentLogin();
            var response = careful.proceed(signRequest(careful.request(), requestCredentials));
            if (response.code() != UNAUTHORIZED || !credentials.renew(requestCredentials)) {
                return response;
            }
            response.close();
            return careful.proceed(signRequest(careful.request(), currentLogin()));
        } catch (ProblemException problemException) {
            throw new MissingCredentialException(problemException);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(MESSAGES.text("credential.interrupted", credentials.waitText()));
        }
    }

    private RequestCredentials currentLogin() throws ProblemException, InterruptedException {
        var requestCredentials = credentials.login();
        if (identity.replace(requestCredentials.identity())) {
            connections.evictAll();
        }
        return requestCredentials;
    }

    private Request signRequest(Request request, RequestCredentials requestCredentials) throws ProblemException {
        try {
            return headed(request, requestCredentials);
        } catch (IllegalArgumentException refused) {
            // The exception's own words may quote what is secret.
            throw new ProblemException(OperationProblemKind.CONFIGURATION, new ApiRequestReason.UserEntryUnsendable(),
                    refused);
        }
    }

    private Request headed(Request request, RequestCredentials requestCredentials) {
        var signed = request.newBuilder().header("User-Agent", agent);
        var authorization = requestCredentials.authorization();
        if (authorization != null && request.header(HEADER) == null) {
            signed.header(HEADER, authorization.reveal());
        }
        var as = credentials.impersonation();
        if (!as.user().isEmpty()) {
            signed.header("Impersonate-User", as.user());
        }
        if (!as.uid().isEmpty()) {
            signed.header("Impersonate-Uid", as.uid());
        }
        as.groups().forEach(group -> signed.addHeader("Impersonate-Group", group));
        for (var entry : as.extra().entrySet()) {
            var key = entry.getKey();
            var values = entry.getValue();
            values.forEach(value -> signed.addHeader("Impersonate-Extra-" + escapeHeaderKey(key), value));
        }
        return signed.build();
    }

    /** Percent-encodes the characters that header names cannot hold, as Kubernetes expects. */
    private static String escapeHeaderKey(String key) {
        return new HttpUrl.Builder().scheme("http").host("x").addPathSegment(key).build().encodedPathSegments()
                .getFirst().replace("/", "%2F").replace(":", "%3A");
    }
}
