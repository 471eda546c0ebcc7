package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.List;

/** Reads the values of series at one moment, or a lone number. */
final class InstantData implements AnswerReader.DataReader<InstantVector> {

    private final SeriesLabels labels = new SeriesLabels();
    private final InstantVector.VectorDraft draft = new InstantVector.VectorDraft();
    private int histograms;
    private long moment;
    private SeriesLabels.NamedLabels series = SeriesLabels.NamedLabels.NOTHING;
    private double value;
    private boolean valued;
    private boolean told;

    @Override
    public InstantVector read(JsonWalk walk, List<String> infos) throws IOException {
        walk.object(name -> {
            switch (name) {
                case "resultType" -> walk.text();
                case "result" -> walk.array(() -> element(walk));
                default -> walk.skip();
            }
        });
        RangeData.tell(histograms, infos);
        return draft.done();
    }

    private void element(JsonWalk walk) throws IOException {
        if (walk.atObject()) {
            series(walk);
        } else if (walk.atNumber()) {
            moment = walk.moment();
        } else {
            draft.add(SeriesLabels.NamedLabels.NOTHING, moment, walk.value());
        }
    }

    private void series(JsonWalk walk) throws IOException {
        series = SeriesLabels.NamedLabels.NOTHING;
        told = false;
        valued = false;
        walk.object(name -> {
            switch (name) {
                case "metric" -> series = labels.read(walk);
                case "value" -> walk.pair((at, number) -> {
                    moment = at;
                    value = number;
                    valued = true;
                });
                case "histogram" -> {
                    histograms++;
                    told = true;
                    walk.skip();
                }
                default -> walk.skip();
            }
        });
        if (valued) {
            draft.add(series, moment, value);
        } else if (!told) {
            throw walk.missing("value");
        }
    }
}
