package tessera.cluster.watch;

import java.io.IOException;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.http.ApiTransport;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * Problems of responses that could not be read to their end.
 *
 * @param action what was asked for
 */
record ResponseDecodeProblems(ApiTransport wire, String action) {

    WatchFailure failureOf(IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new WatchFailure(e instanceof MalformedJsonException
                ? new Problem(ProblemKind.GARBLED, "Could not " + action + ": the answer makes no sense",
                        "There is " + e.getMessage(), "")
                : wire.explainReadFailure(e), e);
    }
}
