package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ForwardingObjectSource;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackObjects;

/** The record of reads that the API server refused, also of those that a reader does without. One thread at a time. */
final class RefusedReadRecorder {

    private final Set<Problem> refusals = new LinkedHashSet<>();

    /** A read of the cluster. */
    private interface RecordedRead<T> {
        T read() throws ProblemException, InterruptedException;
    }

    /** Clears the record. */
    void clear() {
        refusals.clear();
    }

    /** Returns the problem of each refused read, in order. */
    List<Problem> refusals() {
        return List.copyOf(refusals);
    }

    private <T> T record(RecordedRead<T> reading) throws ProblemException, InterruptedException {
        try {
            return reading.read();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                refusals.add(problemException.problem());
            }
            throw problemException;
        }
    }

    /** Returns the source with its refused reads recorded; what the cluster does not serve is not there, not refused. */
    ClusterObjectSource recorded(ClusterObjectSource source) {
        return new RecordedObjectSource(source);
    }

    /** An object source whose refused reads are recorded. */
    private final class RecordedObjectSource extends ForwardingObjectSource {

        private final ClusterObjectSource source;

        RecordedObjectSource(ClusterObjectSource source) {
            super(source);
            this.source = source;
        }

        private <T> T recordServed(ObjectRef kind, RecordedRead<T> reading, T absent)
                throws ProblemException, InterruptedException {
            return record(() -> {
                try {
                    return reading.read();
                } catch (ProblemException problemException) {
                    if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN
                            && !source.mayServe(kind.apiVersion())) {
                        return absent;
                    }
                    throw problemException;
                }
            });
        }

        @Override
        public Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException {
            return recordServed(object, () -> source.find(object), Optional.empty());
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
                throws ProblemException, InterruptedException {
            return recordServed(kind, () -> source.forEach(kind, selectors, reader), false);
        }

        @Override
        public boolean forEachWithFields(Set<String> fields, ObjectRef kind, String selectors,
                Consumer<JsonNode> reader) throws ProblemException, InterruptedException {
            return recordServed(kind, () -> source.forEachWithFields(fields, kind, selectors, reader), false);
        }
    }

    /** Returns the reader with its refused reads recorded. */
    GpuStackClusterReader recorded(GpuStackClusterReader source) {
        return new GpuStackClusterReader() {
            @Override
            public GpuStackObjects read() throws ProblemException, InterruptedException {
                return source.read();
            }

            @Override
            public List<String> warningEvents(PodSummary pod) throws ProblemException, InterruptedException {
                return record(() -> source.warningEvents(pod));
            }

            @Override
            public ContainerLogTail readLog(PodSummary pod, int lines) throws ProblemException, InterruptedException {
                return record(() -> source.readLog(pod, lines));
            }
        };
    }
}
