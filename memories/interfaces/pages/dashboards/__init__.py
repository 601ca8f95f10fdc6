"""The dashboards as a page: numbers become charts with links to the rows behind them."""
