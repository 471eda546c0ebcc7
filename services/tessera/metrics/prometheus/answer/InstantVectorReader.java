package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.List;

/** Reads the values of series at one time, or a lone number. */
final class InstantVectorReader implements PrometheusResponseReader.DataReader<InstantVector> {

    private final PrometheusSeriesLabelReader labels = new PrometheusSeriesLabelReader();
    private final InstantVector.InstantVectorBuilder draft = new InstantVector.InstantVectorBuilder();
    private int histograms;
    private long moment;
    private PrometheusSeriesLabelReader.NamedLabels series = PrometheusSeriesLabelReader.NamedLabels.NOTHING;
    private double value;
    private boolean valued;
    private boolean told;

    @Override
    public InstantVector readData(JsonStreamReader walk, List<String> infos) throws IOException {
        walk.readObject(name -> {
            switch (name) {
                case "resultType" -> walk.readText();
                case "result" -> walk.readArray(() -> readElement(walk));
                default -> walk.skipValue();
            }
        });
        RangeVectorReader.noteLeftOut(histograms, infos);
        return draft.build();
    }

    private void readElement(JsonStreamReader walk) throws IOException {
        if (walk.isAtObject()) {
            readSeries(walk);
        } else if (walk.isAtNumber()) {
            moment = walk.readEpochMillis();
        } else {
            draft.add(PrometheusSeriesLabelReader.NamedLabels.NOTHING, moment, walk.readSampleValue());
        }
    }

    private void readSeries(JsonStreamReader walk) throws IOException {
        series = PrometheusSeriesLabelReader.NamedLabels.NOTHING;
        told = false;
        valued = false;
        walk.readObject(name -> {
            switch (name) {
                case "metric" -> series = labels.read(walk);
                case "value" -> walk.readPair((at, number) -> {
                    moment = at;
                    value = number;
                    valued = true;
                });
                case "histogram" -> {
                    histograms++;
                    told = true;
                    walk.skipValue();
                }
                default -> walk.skipValue();
            }
        });
        if (valued) {
            draft.add(series, moment, value);
        } else if (!told) {
            throw walk.missingField("value");
        }
    }
}
