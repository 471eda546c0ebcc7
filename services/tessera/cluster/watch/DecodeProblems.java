package tessera.cluster.watch;

import java.io.IOException;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.http.ApiTransport;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * What there is to say when an answer could not be read to its end.
 *
 * @param words what was asked for
 */
record DecodeProblems(ApiTransport wire, String words) {

    WatchFailure reading(IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new WatchFailure(e instanceof MalformedJsonException
                ? new Problem(ProblemKind.GARBLED, "Could not " + words + ": the answer makes no sense",
                        "There is " + e.getMessage(), "")
                : wire.explain(e), e);
    }
}
