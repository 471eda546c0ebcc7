package tessera.cluster.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.model.Problem;
import tessera.model.ProblemException;

/**
 * Factory of OkHttp requests to one API server.
 *
 * @param server      the root of the API
 * @param compression whether answers may be compressed at all
 */
record ApiHttpRequestFactory(HttpAddress server, boolean compression) {

    /**
     * Returns the factory for the cluster of a kubeconfig context.
     *
     * @throws ProblemException when its server is no address, or others could read on the way by what the user signs in
     */
    static ApiHttpRequestFactory forContext(KubeconfigContextEntry context, ProcessEnvironment environment)
            throws ProblemException {
        var cluster = context.usableCluster();
        var address = cluster.server().contains("://") ? cluster.server() : "https://" + cluster.server();
        var url = HttpUrl.parse(address);
        if (url == null) {
            throw new ProblemException(Problem.of(Problem.OperationProblemKind.CONFIGURATION,
                    "“" + cluster.server() + "” is not an address of an API server"));
        }
        if (context.usableUser().sendsSecret()) {
            PlaintextCredentialGuard.refuseLogin(url.isHttps(), url.host(), environment);
        }
        return new ApiHttpRequestFactory(
                new HttpAddress(url.newBuilder().username("").password("").query(null).fragment(null).build()),
                cluster.compression());
    }

    /** Returns an OkHttp request builder for a request. */
    Request.Builder requestBuilder(ApiRequest ask) {
        var request = new Request.Builder().url(server.append(ask.path()).url()).header("Accept", ask.accept())
                .tag(Duration.class, ask.timeout());
        if (!ask.compressed() || !compression) {
            request.header("Accept-Encoding", "identity");
        }
        return request.method(ask.method(), NonRetryingBody.bodyOf(ask));
    }

    /** Applies the read timeout of the request. */
    static Response withRequestTimeout(Interceptor.Chain chain) throws IOException {
        var timeout = chain.request().tag(Duration.class);
        return (timeout == null ? chain
                : chain.withReadTimeout(Math.toIntExact(timeout.toMillis()), TimeUnit.MILLISECONDS))
                .proceed(chain.request());
    }
}
